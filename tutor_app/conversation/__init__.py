"""The way of one message: `respond` and the replies that it chooses among."""
