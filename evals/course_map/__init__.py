"""The course's map of a folder of documents: what was found, and a sheet to read it by."""
