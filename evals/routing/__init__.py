"""Which sources a question is looked up in, and whether its documents are found there."""
