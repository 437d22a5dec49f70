"""How the project's own cross-encoder learns: from many courses' questions, and from one course."""
