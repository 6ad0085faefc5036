"""How the programs beside this one read their files, and how they say what they found."""

import json
import pathlib
import sys
from decimal import Decimal


class Wrong(Exception):
    """Says in a sentence what is wrong: the house's fault."""


class Unchecked(Exception):
    """Says in a sentence why this can't be checked here: no fault of the house."""


MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def number_of(text):
    """A JSON number with a point or an exponent; 1.0 and 1e0 are 1, as in JavaScript."""
    number = float(text)
    return int(number) if number.is_integer() else number


def members_of(pairs):
    """A JSON object. Readers differ in which of two members of one name counts."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Wrong("A file has a member twice: it says two things at once.")
    return members


def refuse(text):
    raise ValueError("JSON has no %s" % text)


def read_given(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        raise Unchecked("This file can't be read: %s" % path)


def read_json(path, *fields):
    """A JSON object that has these fields."""
    try:
        text = read_given(path).decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=members_of, parse_float=number_of, parse_constant=refuse
        )
    except (ValueError, RecursionError):
        raise Unchecked("This file can't be read: %s" % path)
    if not isinstance(value, dict) or not all(field in value for field in fields):
        raise Unchecked("This file can't be read: %s" % path)
    return value


def read_answer(path, *fields):
    """A JSON object that has one of these fields, bare or in the API's answer. A refusal has none
    of them."""
    value = read_json(path)
    content = value.get("Data", value)
    if not isinstance(content, dict) or not any(field in content for field in fields):
        raise Unchecked("This file can't be read: %s" % path)
    return content


def hundredths(fkr):
    """An amount of fkr, as a JSON number, in whole 1/100 fkr."""
    amount = Decimal(str(fkr)) * 100
    if amount != int(amount):
        raise Wrong("An amount of fkr has more than two decimals: %s." % fkr)
    return int(amount)


def say(line, to=sys.stdout):
    """Prints a line. A file's texts may be in it: control characters could move the cursor."""
    print("".join(one if one.isprintable() else "?" for one in line), file=to)


def malformed(error):
    """Explains an error that Python raises on malformed data."""
    return "isn't as it must be (%s: %s)." % (type(error).__name__, error)


def report(check):
    """Runs a check, which prints what holds. Answers what to exit with: 0 where all holds, 1 where
    something is wrong, 2 where it can't be checked."""
    try:
        check()
    except Unchecked as error:
        say(str(error), sys.stderr)
        return 2
    except Wrong as error:
        say("WRONG  %s" % error)
        return 1
    except MALFORMED as error:
        say("WRONG  A file %s" % malformed(error))
        return 1
    return 0
