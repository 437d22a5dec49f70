"""What is said beside the student's own work, and the way back to it."""
