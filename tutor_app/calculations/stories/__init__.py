"""Tasks of chance told in words: read into bags, dice, coins and cards, and counted exactly."""
