"""The classifier of dialogue acts: how it is trained, exported and measured."""
