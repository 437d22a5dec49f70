"""What each kind of reply is made of."""
