"""What gets out of the boundary around students' programs: attempts made for real."""
