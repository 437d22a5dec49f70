"""What docs/design.md lists as "to be replaced": it keeps its names and sentences until then."""

REPLACED_LATER = (
    "tutor_app/tracing/reading/*.py",
    "tutor_app/tracing/reading/*/*.py",
    "tutor_app/exercises/rubric_matching.py",
    "tutor_app/exercises/contradiction.py",
    "tutor_app/exercises/reason_matching.py",
    "tutor_app/exercises/short_answers.py",
)
