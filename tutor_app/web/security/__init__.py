"""What every request passes before a page or route sees it: who may ask, how much, from where."""
