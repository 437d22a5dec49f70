"""Questions that a run can answer, and the moment at which it goes wrong."""
