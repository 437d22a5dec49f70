"""What a student says of a run, as a model reads it: lines that code checks and carries out."""
