"""A round of practice in the chat: five questions, decided by code; what is missed comes back."""
