"""Pictures that students send with a message: from a photo or screenshot to its lines of text."""
