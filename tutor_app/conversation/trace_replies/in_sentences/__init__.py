"""What students tell of a run in sentences, and ask beside it: each part is judged or answered."""
