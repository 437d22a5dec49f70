"""What a model may do, and what it does in a conversation."""
