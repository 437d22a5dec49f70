"""Pictures of a run, step by step, as SVG text."""
