"""What a student's program is for: a catalogue of what beginners compute, confirmed by running."""
