"""Tasks of quantities told in words: percentages in a row, rates, means, ages, data, units."""
