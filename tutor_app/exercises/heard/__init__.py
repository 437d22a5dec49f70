"""What is heard in a message about an exercise beside its act."""
