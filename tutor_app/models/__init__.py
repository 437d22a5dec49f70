"""One client for every model endpoint, prompts as files, replies checked against a shape."""
