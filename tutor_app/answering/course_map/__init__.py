"""The map of a course: its terms, the role of each passage, its figures, and what staff mend."""
