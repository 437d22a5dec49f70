"""What a message remarks of a run, or of Python: a rule, a state, what a call does; is it so?"""
