"""The cross-encoder that ships, trained on questions with their evidence on many documents."""
