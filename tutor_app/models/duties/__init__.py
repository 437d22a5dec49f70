"""What the configured model may do, by the results of its exam."""
