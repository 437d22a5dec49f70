"""Worked analogues: other short programs with a common kind of fault, and what it looks like.

None shows how its program is put right: seeing the same thing at home is the student's part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Construct = Literal[
    "loop",
    "range",
    "while",
    "condition",
    "comparison",
    "chain",
    "sum",
    "list",
    "index",
    "dict",
    "text",
    "division",
    "power",
    "arithmetic",
    "return",
    "no_return",
    "print",
    "nested_return",
    "recursion",
    "function",
    "object",
    "method",
    "unread",
    "assign",
    "logic",
    "method_of_text",
    "swap",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogue:
    """A kind of fault: what a program must have for it, the other program worked, an exercise."""

    kind: str
    needs: frozenset[Construct]
    worked: str
    exercise: str
    topic: str


def _fault(kind: str, needs: str, worked: str, exercise: str, topic: str) -> Analogue:
    wanted: set[Construct] = set(needs.split())  # type: ignore[arg-type]
    return Analogue(
        kind=kind, needs=frozenset(wanted), worked=worked, exercise=exercise, topic=topic
    )


ANALOGUES: tuple[Analogue, ...] = (
    _fault(
        "a sign that Python cannot read",
        "unread",
        "Somebody writes `if age => 18:` and Python stops with “invalid syntax” at that line, "
        "though each sign is a real one. They laid the line beside one of their notes that runs, "
        "sign by sign, and found the two signs that stood in another order.",
        "take a line of your notes that has a comparison, leave out one sign, and explain the "
        "message that you get",
        "syntax errors",
    ),
    _fault(
        "a range that ends or begins elsewhere",
        "range",
        "A program adds the days of a week with `for day in range(7)` and prints each `day`. It "
        "shows 0, 1, 2, 3, 4, 5, 6: seven rounds, but the first is 0 and no 7 ever comes. Whoever "
        "thought of 1 to 7 finds it only by printing the first and the last value.",
        "print the multiples of 3 from 3 to 30, and say before you run it which is first and last",
        "range and loops",
    ),
    _fault(
        "a wrong first value",
        "loop sum",
        "A program multiplies 2, 3 and 4. It begins with `product = 0`, and each round multiplies "
        "that by the next number: 0, 0, 0. The loop does its work three times, and yet the first "
        "value has decided everything. The table of rounds shows it in its first row.",
        "find the longest word of a list, and say what your variable holds before the first round",
        "initial value of a variable",
    ),
    _fault(
        "a loop over the wrong thing",
        "loop list",
        "A program shall greet guests. It makes `greeted = []`, then goes through "
        "`for guest in greeted`. Nothing is greeted and nothing complains: a loop over something "
        "empty makes no round at all. Counting the rounds by hand gives 0, and that is the clue.",
        "make a list of the lengths of some words, and count the rounds of your loop beforehand",
        "for loops over lists",
    ),
    _fault(
        "changing a list while going through it",
        "loop list method",
        "A program goes through `[1, 1, 2]` and removes each 1 from that same list as it meets it. "
        "In the end it is `[1, 2]`: after the first 1 is gone everything moves one place to the "
        "left, and the loop, at its second place now, never meets the second 1.",
        "double each element of a list, and write the list down after each round",
        "modifying a list while iterating",
    ),
    _fault(
        "a method that takes something else",
        "method list",
        "A program calls `names.insert('Ada', 0)` and Python complains about a type. The method "
        "wants the place first and the value second; the program handed them over the other way. "
        "What a method takes, and what it does with it, stands in its documentation.",
        "with a list of four words, try three list methods and write down what each one takes, "
        "changes and gives back",
        "list methods",
    ),
    _fault(
        "a comparison whose edge lies elsewhere",
        "condition comparison",
        "A lift carries up to 4 people, and its program refuses when `people > 3`. With 3 it runs, "
        "with 5 it refuses, and both seem right. With exactly 4 it refuses too. Tests in the "
        "middle never show it; only the value on the edge does.",
        "write a test for a ticket that is free up to the age of 6, and try 5, 6 and 7 by hand",
        "comparison operators",
    ),
    _fault(
        "a decision that looks at the wrong value",
        "condition chain assign",
        "A shop's program works out `rounded` from `price` and then decides with `price < 10`. For "
        "9.99 the bill shows 10.0, and the discount for less than 10 is given all the same: shown "
        "and decided are two values. Writing down which variable each line reads makes it visible.",
        "say for each line of a short program which variables it reads and which it sets",
        "variables in conditions",
    ),
    _fault(
        "a way through that hands nothing back",
        "no_return",
        "A function `double(x)` works out `y = x + x` and ends there. `print(double(4))` shows "
        "`None`: the 8 was there, in `y`, but it stayed inside. Whoever called it got nothing.",
        "write a function that gives back the smaller of two numbers, and use its value in a sum",
        "return values of functions",
    ),
    _fault(
        "shown is not handed back",
        "print function",
        "A function `area(a, b)` prints `a * b`. `area(2, 3)` shows 6, so it seems to work. Then "
        "`total = area(2, 3) + 1` breaks off, because what came back is `None`: what is on the "
        "screen does not reach the place that called it.",
        "call one of your functions twice inside a sum, and say what each call puts into it",
        "printing and returning",
    ),
    _fault(
        "a return at another depth",
        "nested_return",
        "A function looks whether a list holds a 7. Inside its loop it returns in the first round, "
        "whichever way the test goes. For `[7, 1]` that is right, for `[1, 7]` it is not: the "
        "second number is never looked at. How deep a line stands says how often it is reached.",
        "check whether all numbers of a list are positive, and count how many your program reads",
        "indentation and return",
    ),
    _fault(
        "two divisions that are not the same",
        "division",
        "A program shares 7 sweets among 2 children with `7 / 2` and then wants to hand out that "
        "many: 3.5, and a sweet cannot be halved. Division that keeps the fraction, division that "
        "drops it, and what is left over are three questions with three signs.",
        "turn 135 minutes into hours and minutes, and write the value of each step down",
        "division and remainder",
    ),
    _fault(
        "what is worked out first",
        "arithmetic",
        "A program works out a price with 10 off for each of 3 things: `20 - 10 * 3`. It gives "
        "-10. Nothing is wrong with the numbers: the multiplication is done before the "
        "subtraction. Writing the value of each piece, in the order in which it is worked out, "
        "shows where one thought otherwise.",
        "work out `2 + 6 / 2 * 3` by hand, one operation a line, before you run it",
        "operator precedence",
    ),
    _fault(
        "a name that holds something else by now",
        "assign",
        "A program reads `width = 4`, then `width = width * 2` for the frame, and later prints "
        "“the picture is `width` wide”: 8. The name is the same, what it stands for is not. A "
        "column for each name, a new row for each line that sets it, shows when it happened.",
        "swap two variables' values, and write down both of them after each line",
        "assignment of variables",
    ),
    _fault(
        "the new value takes the place of the old",
        "dict assign",
        "A program notes who borrowed which book: `loans[name] = book`. Ada takes two books, and "
        "in the end only the second stands there. The second time a key comes, what stood under it "
        "is gone. A test where each key comes once never shows it.",
        "count how often each letter stands in “banana”, and write the dictionary after each one",
        "dictionaries",
    ),
    _fault(
        "two names for one list",
        "list assign",
        "A program keeps `old = marks` and then appends to `marks`. Printing `old` shows the new "
        "mark as well: both names stand for the same list, and nothing was copied.",
        "make a list, give it a second name, change it by one and look at it by the other",
        "aliasing of lists",
    ),
    _fault(
        "a place that is one too far",
        "index",
        "A program compares each letter of “abc” with the one after it, beginning at place 0. "
        "Twice it goes well; in the third round it stands at place 2, and the place after that "
        "is 3, where the word has no letter. The last round is the one to write down.",
        "say for a list of five elements which places there are, and what a sixth one gives",
        "indexing",
    ),
    _fault(
        "a loop whose test never changes",
        "while",
        "A program counts down with `while fuel > 0:` and inside it only prints `fuel`. It shows "
        "5 for ever: nothing in the loop touches what the test looks at. Two rounds written down, "
        "with every variable of the test, look exactly the same.",
        "halve a number until it is below 1, and write down the test's value in each round",
        "while loops",
    ),
    _fault(
        "the last piece is left over",
        "while text",
        "A program cuts “red/green/blue” at each stroke and notes the piece before it: red, green. "
        "After “green” there is no stroke any more, so the loop ends, and “blue” was never noted. "
        "What happens after the last round is a question of its own.",
        "count the words of a sentence by its spaces, and try it with one word only",
        "processing strings",
    ),
    _fault(
        "a link that is lost on the way",
        "object",
        "A treasure hunt: clue A says “go to C”. Somebody puts in B: first A is made to say “go "
        "to B”. Now nobody knows of C any more, since only A had named it. Drawing the arrows "
        "after each single line shows the moment.",
        "draw three boxes with arrows, put one in between, and redraw after each step",
        "linked lists",
    ),
    _fault(
        "a recursion that does not come to rest",
        "recursion",
        "`climb(steps)` takes two at a time and rests at 0. `climb(4)`: 4, 2, 0, done. `climb(5)`: "
        "5, 3, 1, -1, -3, and on until Python gives up. Writing the calls down as a list shows "
        "which of them go past the resting place.",
        "write the calls that the sum of the digits of 507 needs, one a line, down to the last",
        "recursion and base case",
    ),
    _fault(
        "a value of another kind",
        "function",
        "A program asks for a number, gets the text `'3'`, and doubles it by adding it to itself: "
        "`'33'`. No message, since texts can be added too. Asking for the kind of each value, not "
        "only for the value, finds it.",
        "say for five values of a program what their kind is, then let Python tell you",
        "data types",
    ),
    _fault(
        "a text that stays as it was",
        "method_of_text",
        "A program says `city = 'oslo'`, then `city.capitalize()`, and prints `city`: oslo. The "
        "method did its work, and what it made was handed to nobody. Printing the method's own "
        "value beside the variable, at the same moment, shows two different texts.",
        "call three methods of a text, and print the text itself before and after each",
        "methods of strings",
    ),
    _fault(
        "a value that is made only once",
        "function list",
        "A notice board is built with one pin box, and each class that borrows the board is told: "
        "put your pins into the box. The second class finds the pins of the first in it. The box "
        "was made once, when the board was built, not at each borrowing. Looking into it before "
        "the first pin goes in shows that.",
        "make a list in one place of a program, use it from two others, and print it before each",
        "default arguments",
    ),
    _fault(
        "a value that begins again in each round",
        "loop assign",
        "Somebody counts the red cars of an hour: at each car they wipe the slate, and make a "
        "stroke if it is red. In the evening one stroke is there, or none. Each step is right by "
        "itself; how often each of them is done is not. A tally of how often each line is reached "
        "shows it.",
        "say for each line of a counting loop how often it is reached for a list of four",
        "initial value of a variable",
    ),
    _fault(
        "the answer of an inner call is lost",
        "function",
        "A clerk is asked for the sum of a pile, hands the pile without its top sheet to a second "
        "clerk, hears the answer, and goes home. Whoever had asked him gets nothing, though each "
        "clerk further in knew his part. Writing beside each call what its caller has in hand "
        "afterwards finds the one who is left with empty hands.",
        "write down the calls of a recursive function with, beside each, what came back to it",
        "recursion and return values",
    ),
    _fault(
        "two tests that both hold",
        "condition chain",
        "A post office sorts: what weighs less than 50 gets the label “letter”, what weighs less "
        "than 500 the label “parcel”, and the last label that was put on counts. A card of 20 gets "
        "both, one over the other, and travels as a parcel. With 300 all is well. Only something "
        "that passes both tests shows in which order they are made, and whether both are made.",
        "sort some ages into child, pupil and grown-up, and follow an age that passes two tests",
        "conditions one after the other",
    ),
    _fault(
        "two questions joined in one",
        "condition logic",
        "A guard shall stop whoever is too short and whoever is too tall for a ride, and stops "
        "those "
        "who are below the mark down here and above the mark up there as well. Nobody is ever "
        "stopped. A small table with a row for each of the two tests, and one for both together, "
        "shows for which persons the whole of it is true.",
        "write the table of true and false for two tests of your own, joined in two ways",
        "logical operators",
    ),
    _fault(
        "a value that is gone too early",
        "swap",
        "Two glasses, juice on the left, milk on the right, shall change places. Somebody empties "
        "the left one and pours the right one into it, then pours the left one back into the "
        "right: milk in both. After the first step nothing in the kitchen holds juice any more. "
        "Writing down both glasses after each single step shows where it went.",
        "let three variables pass their values on in a ring, and write all of them after each line",
        "assignment of variables",
    ),
    _fault(
        "a name that is known only inside",
        "function assign",
        "In a club's office somebody works out the new fee on a slip of paper, and throws the slip "
        "away. The fee on the club's board is the old one. The sum on the slip was right; it stood "
        "only where nobody else looks. Asking of each value where it is kept, and who reads it "
        "there, finds such a slip.",
        "print one variable inside a function and, after the call, outside of it",
        "scope of variables",
    ),
)
