"""Reading a student's own rows: laid out as a table, as queues, or told in sentences."""
