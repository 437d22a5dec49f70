"""A message about a program, read by a model into statements that code carries out."""
