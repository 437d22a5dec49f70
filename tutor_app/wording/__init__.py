"""The words of the tutor and of the pages, apart from the code that says them."""
