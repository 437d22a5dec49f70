"""Help with students' programs: faults found, replies held against runs, fixes that leak."""
