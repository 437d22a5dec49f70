"""The pages and the HTTP server. They only draw what functions and records give."""
