"""The values that flow, settings, errors: every room may know these, and they know no room."""
