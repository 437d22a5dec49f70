"""What turns a course's files into chunks in an index."""
