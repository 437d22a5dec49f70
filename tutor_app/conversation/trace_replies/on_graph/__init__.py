"""The student's own graph on the table: its nodes' names, what is put right of it, its edges."""
