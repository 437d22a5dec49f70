"""Questions of a round of practice, made of a course's map, and how their answers are decided."""
