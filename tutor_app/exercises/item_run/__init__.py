"""What a message tells of the run that an item sets, held against it: orders, values, edges."""
