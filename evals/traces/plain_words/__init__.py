"""Claims about runs in plain words: made from exact facts, and how often they are misjudged."""
