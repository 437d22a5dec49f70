"""What the commands of `elenchus` do; cli.py says which there are."""
