"""Reading the data of a problem: graphs, game trees, arrays and tables in every notation."""
