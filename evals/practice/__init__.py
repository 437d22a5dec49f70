"""How questions of practice are made and how answers to them are judged."""
