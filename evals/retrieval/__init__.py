"""Which passages are found, and what each stage of retrieval adds."""
