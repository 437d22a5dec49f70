"""What runs show, as facts that the words of a student are held against."""
