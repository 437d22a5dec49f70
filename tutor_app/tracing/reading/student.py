"""What a student wrote of their own run: its rows and what they say comes out."""

from tutor_app.tracing.reading.split import split_message

__all__ = ["split_message"]
