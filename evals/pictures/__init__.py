"""How well pictures of sheets and screens are read, and what their readers make of it."""
