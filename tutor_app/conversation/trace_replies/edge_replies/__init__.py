"""Messages on the edges of a spanning tree, told in sentences: understood, judged, answered."""
