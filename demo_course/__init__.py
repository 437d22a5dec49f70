"""A small course written for this project, so that the first run has something to teach."""
