"""What runs on a laptop with nothing configured: model files, model server, Redis, supervision."""
