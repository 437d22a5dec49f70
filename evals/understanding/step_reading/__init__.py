"""What labelled messages say of a run, read from the lines of their labels."""
