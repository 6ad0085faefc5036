"""How the programs beside this one read their files, and how they say what they found."""

import json
import pathlib
import sys


class Wrong(Exception):
    """Says in a sentence what is wrong: the house's fault."""


class Unchecked(Exception):
    """Says in a sentence why this can't be checked here: no fault of the house."""


MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def read_given(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        raise Unchecked("This file can't be read: %s" % path)


def read_json(path, *fields):
    """A JSON object that has these fields."""
    try:
        value = json.loads(read_given(path).decode("utf-8"))
    except (ValueError, RecursionError):
        raise Unchecked("This file can't be read: %s" % path)
    if not isinstance(value, dict) or not all(field in value for field in fields):
        raise Unchecked("This file can't be read: %s" % path)
    return value


def malformed(error):
    """Explains an error that Python raises on malformed data."""
    return "isn't as it must be (%s: %s)." % (type(error).__name__, error)


def report(check):
    """Runs a check, which prints what holds. Answers what to exit with: 0 where all holds, 1 where
    something is wrong, 2 where it can't be checked."""
    try:
        check()
    except Unchecked as error:
        print(error, file=sys.stderr)
        return 2
    except Wrong as error:
        print("WRONG  %s" % error)
        return 1
    except MALFORMED as error:
        print("WRONG  A file %s" % malformed(error))
        return 1
    return 0
