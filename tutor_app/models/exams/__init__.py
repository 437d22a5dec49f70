"""The exam by which a model earns its duties: items, what is measured, results that ship."""
