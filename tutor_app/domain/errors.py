"""The one error tree. A message says what happened, what is safe and what to do next."""

from __future__ import annotations


class TutorError(Exception):
    """Base of every error that a person may read."""


class SettingsInvalid(TutorError):
    """The configuration cannot be used; lists every problem at once."""


class FileUnreadable(TutorError):
    """An uploaded file cannot be turned into text."""


class IndexMissing(TutorError):
    """The course has no index yet."""


class IndexOutdated(IndexMissing):
    """Another embedder made its vectors, or another version its files: it cannot be searched."""


class IndexBusy(TutorError):
    """Another process is writing this course's index."""


class IndexingCancelled(TutorError):
    """The instructor cancelled indexing; the index is as it was before."""


class ModelUnreachable(TutorError):
    """No answer from the model's endpoint."""


class ModelRefused(TutorError):
    """The model's endpoint answered with an error (a bad key, an unknown model, a full context)."""


class RerankFailed(TutorError):
    """The cross-encoder broke off, or gave something other than a score for each passage."""


class ModelReplyInvalid(TutorError):
    """The model's reply does not fit the schema it was given."""


class PromptInvalid(TutorError):
    """A file in prompts/ is missing, or was not given the variables that it names."""


class ModelFileInvalid(TutorError):
    """A model file is missing, or its bytes are not the ones expected."""


class DownloadFailed(TutorError):
    """No source gave the model file."""


class LiveStateLost(TutorError):
    """Redis does not answer."""


class LadderMoved(TutorError):
    """In the meantime another turn of the learner gave a hint on the same problem."""


class NotFound(TutorError):
    """No such course, document, conversation or turn (or it belongs to somebody else)."""


class AlreadyRunning(TutorError):
    """Another instance holds the port or the home folder."""


class TooMuchWork(TutorError):
    """Answering a message took more CPU time or memory than one may use."""


class MessageTooLong(TutorError):
    """The student's message is longer than the tutor reads, or something in it is."""


class TooManyOpen(TutorError):
    """The learner has as many unanswered messages as one may have."""


class DatabaseUnusable(TutorError):
    """The database cannot be opened, or a newer version of Elenchus has changed it."""
