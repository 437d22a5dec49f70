"""Training and measuring the adapter with which the model reads what students say."""
