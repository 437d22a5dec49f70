"""What turns a course's files into chunks in an index."""

import tutor_app  # noqa: F401  (what pymupdf would load and nothing here uses stays unloaded)
