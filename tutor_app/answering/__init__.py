"""An answer from the course: which sentences are quoted, how they are shown, what is practised."""
