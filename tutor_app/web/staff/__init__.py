"""The pages for staff: materials, settings, conversations, and who may open them."""
