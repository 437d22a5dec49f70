"""`hier_gen` (E3): a course as a tree of summaries, searched from its table of contents down."""
