"""The pages. They only draw: what they show comes from plain functions and from the records."""
