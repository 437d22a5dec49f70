"""A student's SQL query: run on the tables given, its rows shown and held against what is due."""
