"""What is said of a calculation: which one it is about, one hint by the ladder, the verdict."""
