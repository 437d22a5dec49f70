"""What goes on in programs that students often take for something else, and how it is spoken of."""
