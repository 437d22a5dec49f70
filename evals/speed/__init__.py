"""How long answers, pages and a start take."""
