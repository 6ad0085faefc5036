"""Checks the house's log from outside (docs/transparency.md). Standard library alone.

    verify_log.py log SOURCE --log-key KEY [--witness KEY]... [--kept CHECKPOINT]...
                  [--solvency SOLVENCY.json]
    verify_log.py proof FILE --receipt RECEIPT.json --log-key KEY [--witness KEY]... [--key HEX]
    verify_log.py complaint SOURCE --file FILE --log-key KEY --witness KEY... [--key HEX]
    verify_log.py mutate SOURCE --log-key KEY [--witness KEY]... [--times N] [--seed N]
    verify_log.py many

SOURCE is the log's address or a folder with the same paths; --key is the key that receipts are
signed with; older ones may follow, after commas. SOLVENCY.json is the answer of /api/solvency: the
log must have its snapshots and no others. A complaint stands where a witness saw that the log lacks
what the house has signed.
`many` reads such arguments, a line for each check with tabs between, and says how each exits.
Exits 1 where something is wrong, and 2 where the arguments are, a given file can't be read, or the
log is down, too busy, or not there at all.
"""

import argparse
import base64
import binascii
import copy
import datetime
import hashlib
import http.client
import json
import pathlib
import random
import re
import sys
import time
import urllib.error
import urllib.request

import ed25519
from report import Unchecked, Wrong, hundredths, read_given, read_json, report, say

WIDTH = 256
# The kinds of a snapshot's entries.
OWED, HELD = 8, 9
# The most snapshots that the list of them has.
MOST_LISTED = 400
# Receipts that are signed at once.
MOST_TOGETHER = 65_536
# Seconds in which a receipt has its entry.
PATIENCE = 600
# How often one file is asked for again where the house says that too many were.
TRIES = 10


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_hash(entry):
    return sha256(b"\x00" + entry)


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def decode(text, length=None):
    """The bytes of base64, which has one spelling for each value. `length` is how many they are."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Wrong("This is not base64: %r." % text)
    if base64.b64encode(data).decode() != text:
        raise Wrong("This base64 has another spelling: %r." % text)
    if length not in (None, len(data)):
        raise Wrong("This isn't %d bytes in base64: %r." % (length, text))
    return data


def count_of(text):
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text):
        raise Wrong("This is no number: %r." % text)
    return int(text)


def unhex(text, length):
    """Bytes as receipts print them: lower-case hex digits."""
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{%d}" % (2 * length), text):
        raise Wrong("This isn't %d bytes in hex: %r." % (length, text))
    return bytes.fromhex(text)


# Keys and notes

KEY_TYPES = {1: "log", 4: "witness"}


class Key:
    """A verifier key of a type (1 a log, 4 a witness): its name, id and public key."""

    def __init__(self, text, key_type):
        name, key_id, encoded = text.strip().split("+", 2)
        key = decode(encoded)
        self.name, self.id, self.type, self.public = name, bytes.fromhex(key_id), key[0], key[1:]
        if self.id != sha256(name.encode() + b"\n" + key)[:4]:
            raise Wrong("The key %s has another id." % name)
        if self.type != key_type:
            raise Wrong("The key %s is none of a %s." % (name, KEY_TYPES[key_type]))


def parse_note(data):
    """The text of a signed note, and its lines (name, bytes)."""
    try:
        note = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("The checkpoint is not UTF-8.")
    text, mark, rest = note.rpartition("\n\n")
    if not mark or not rest.endswith("\n") or re.search("[\x00-\x09\x0b-\x1f]", note):
        raise Wrong("The checkpoint is no signed note.")
    lines = []
    for line in rest[:-1].split("\n"):
        match = re.fullmatch(r"— ([^\s+\x7f-\x9f]+) ([^ ]+)", line)
        signature = decode(match[2]) if match else b""
        if len(signature) < 5:
            raise Wrong("The checkpoint has a line that is no signature: %r." % line)
        lines.append((match[1], signature))
    return text + "\n", lines


def check_signatures(text, lines, key):
    """Checks that at least one line is by the key, and that each such line is right."""
    mine = [data for name, data in lines if name == key.name and data[:4] == key.id]
    if not mine:
        raise Wrong("The checkpoint lacks the signature of %s." % key.name)
    for data in mine:
        message, signature = text.encode(), data[4:]
        if key.type == 4:
            seconds, signature = int.from_bytes(data[4:12], "big"), data[12:]
            message = b"cosignature/v1\ntime %d\n" % seconds + message
        if not ed25519.verify(key.public, message, signature):
            raise Wrong("The signature of %s on the checkpoint is wrong." % key.name)


def is_renamed(text, lines, name, log):
    """Whether a log's key has signed under the name of another generation: after a restore."""
    plain, other = (re.sub("/[1-9][0-9]*$", "", one) for one in (log.name, name))
    renamed = copy.copy(log)
    renamed.name, renamed.id = name, sha256(name.encode() + b"\n\x01" + log.public)[:4]
    try:
        check_signatures(text, lines, renamed)
    except Wrong:
        return False
    return plain == other


def check_checkpoint(data, log, witnesses):
    """The size and the root of a checkpoint that the log and all given witnesses have signed."""
    text, lines = parse_note(data)
    fields = text.split("\n")
    if len(fields) < 4 or "" in fields[:-1]:
        raise Wrong("The checkpoint lacks a line: name, size or root.")
    if fields[0] != log.name:
        if is_renamed(text, lines, fields[0], log):
            raise Unchecked(
                "The house signed this checkpoint as the log %s, not as %s: a restore gives a log"
                " another name. Check each by its own key." % (fields[0], log.name)
            )
        raise Wrong("The checkpoint is of the log %s, not of %s." % (fields[0], log.name))
    size, root = count_of(fields[1]), decode(fields[2], 32)
    for key in [log] + witnesses:
        check_signatures(text, lines, key)
    return size, root


# The tree


def root_of(hashes):
    """The root over hashes, by the words of RFC 9162, section 2.1.1."""
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(root_of(hashes[:split]), root_of(hashes[split:]))


def index_path(index):
    groups = []
    while True:
        groups.insert(0, "%03d" % (index % 1000))
        index //= 1000
        if index == 0:
            return "/".join(["x" + group for group in groups[:-1]] + groups[-1:])


def tile_path(level, index, width):
    return "tile/%s/%s%s" % (level, index_path(index), "" if width == WIDTH else ".p/%d" % width)


def widths_of(count):
    """The tiles of a level with so many hashes: (index, width)."""
    for index in range((count + WIDTH - 1) // WIDTH):
        yield index, min(WIDTH, count - index * WIDTH)


def entries_of(bundle):
    entries, at = [], 0
    while at < len(bundle):
        end = at + 2 + int.from_bytes(bundle[at : at + 2], "big")
        if end > len(bundle):
            raise Wrong("A bundle of entries ends in the middle of one.")
        entries.append(bundle[at + 2 : end])
        at = end
    return entries


def read_bundle(read, index, width):
    entries = entries_of(read(tile_path("entries", index, width)))
    if len(entries) != width:
        raise Wrong("Bundle %d has %d entries and not %d." % (index, len(entries), width))
    for place, entry in enumerate(entries):
        if len(entry) != 33 or not 1 <= entry[0] <= 9:
            raise Wrong("Entry %d is of no known kind." % (index * WIDTH + place))
    return entries


def read_entries(read, size):
    for index, width in widths_of(size):
        yield from read_bundle(read, index, width)


def check_tile(read, level, index, hashes):
    """Checks that a tile has the hashes that were computed from below."""
    if read(tile_path(level, index, len(hashes))) != b"".join(hashes):
        raise Wrong("Tile %d/%d is not that of the entries below it." % (level, index))


def check_bundle(read, index, width):
    """A bundle of entries and their leaf hashes, which its tile of level 0 must have."""
    entries = read_bundle(read, index, width)
    hashes = [leaf_hash(entry) for entry in entries]
    check_tile(read, 0, index, hashes)
    return entries, hashes


def check_log(read, log, witnesses, kept=()):
    """Computes the whole tree from the entries, and compares tiles and all checkpoints.

    Answers the hashes of each level, and the entries.
    """
    size, root = check_checkpoint(read("checkpoint"), log, witnesses)
    entries, hashes = [], []
    for index, width in widths_of(size):
        for found, more in zip((entries, hashes), check_bundle(read, index, width)):
            found += more
    if root_of(hashes) != root:
        raise Wrong("The house signed another history than the %d entries it shows." % size)
    for older, signed in kept:
        if older > size:
            raise Wrong(
                "The house takes back what it showed: it signed %d entries, and shows %d now."
                % (older, size)
            )
        if root_of(hashes[:older]) != signed:
            raise Wrong("The house has signed two histories: its first %d entries differ." % older)
    levels = [hashes]
    while len(hashes) >= WIDTH:
        full = range(0, len(hashes) - WIDTH + 1, WIDTH)
        hashes = [root_of(hashes[start : start + WIDTH]) for start in full]
        for index, width in widths_of(len(hashes)):
            check_tile(read, len(levels), index, hashes[index * WIDTH : index * WIDTH + width])
        levels.append(hashes)
    return levels, entries


# Proofs


def root_of_path(leaf, index, size, path):
    """RFC 9162, section 2.1.3.2."""
    if index >= size:
        raise Wrong("There is no entry %d in %d." % (index, size))
    place, last, node = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            raise Wrong("The path is too long.")
        if place & 1 or place == last:
            node = node_hash(sibling, node)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise Wrong("The path is too short.")
    return node


def canonical(value):
    """RFC 8785, for the whole numbers and plain keys that receipts have."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def entry_of(facts):
    return bytes([{"bet": 2, "end": 3}[facts["receipt"]]]) + sha256(canonical(facts))


def root_of_batch(leaf, batch):
    """The root over receipts that were signed together: an odd node moves up as it is."""
    node, index, size, path = leaf, batch["index"], batch["size"], list(batch["path"])
    if not 2 <= size <= MOST_TOGETHER:
        raise Wrong("No %d receipts are signed at once." % size)
    if not 0 <= index < size:
        raise Wrong("The batch of the receipt has no place %d." % index)
    while size > 1:
        if index ^ 1 < size:
            if not path:
                raise Wrong("The path of the receipt in its batch is too short.")
            sibling = unhex(path.pop(0), 32)
            node = node_hash(sibling, node) if index & 1 else node_hash(node, sibling)
        index, size = index // 2, (size + 1) // 2
    if path:
        raise Wrong("The path of the receipt in its batch is too long.")
    return node


def keys_in(text):
    """The keys of an argument: hex, with commas between them."""
    if not re.fullmatch("[0-9a-f]{64}(,[0-9a-f]{64})*", text):
        raise argparse.ArgumentTypeError("A key is 64 hex digits, which this isn't: %r." % text)
    return text.split(",")


def check_house(receipt, keys):
    """Checks that one of the house's keys has signed a receipt, alone or in a batch."""
    message = canonical(receipt["facts"])
    if "batch" in receipt:
        batch = receipt["batch"]
        root = root_of_batch(sha256(b"\x00" + message), batch).hex()
        facts = {"version": "fair-1", "receipt": "batch", "root": root, "size": batch["size"]}
        message = canonical(facts)
    signature = unhex(receipt["signature"], 64)
    if not any(ed25519.verify(unhex(key, 32), message, signature) for key in keys):
        raise Wrong("The house has not signed this receipt.")


def cosigned_at(data, witnesses):
    """The latest time at which a witness cosigned a checkpoint, in Unix seconds."""
    if not witnesses:
        raise Wrong("A witness has to say when the log lacked it: give its key by --witness.")
    _, lines = parse_note(data)
    known = {(key.name, key.id) for key in witnesses}
    times = [int.from_bytes(line[4:12], "big") for name, line in lines if (name, line[:4]) in known]
    return max(times)


def size_now(read, log, least):
    """How many entries the log has by now; after a restore it may have another name."""
    try:
        return max(least, check_checkpoint(read("checkpoint"), log, [])[0])
    except (Unchecked, Wrong):
        return least


def check_complaint(read, complaint, log, witnesses, keys):
    """Says in sentences which of the receipts that the house has signed the log has or lacks.

    Answers them and how many it lacks.
    """
    note = complaint["log"]["checkpoint"].encode()
    size, root = check_checkpoint(note, log, witnesses)
    at = cosigned_at(note, witnesses)
    entries = list(read_entries(read, size_now(read, log, size)))
    if root_of([leaf_hash(entry) for entry in entries[:size]]) != root:
        raise Wrong("The log shows you other entries than those of the complaint's checkpoint.")
    there, later, lines, missing = set(entries[:size]), set(entries[size:]), [], 0
    for receipt in complaint["receipts"]:
        check_house(receipt, keys)
        facts = receipt["facts"]
        moment = facts["placedAt"] if facts["receipt"] == "bet" else facts["settledAt"]
        signed = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp()
        lines.append("The house signed the %s of %s at %s." % (
            facts["receipt"], facts["transactionId"], moment))
        if entry_of(facts) in there:
            lines.append("Its log has it.")
        elif at - signed < PATIENCE:
            lines.append("No witness saw the log later than ten minutes after that.")
        else:
            missing += 1
            minutes = (at - signed) // 60
            lines.append("Its log was cosigned %d minutes later, and lacks it." % minutes)
            if entry_of(facts) in later:
                lines.append("The log has it now. It came late, or the witness was behind.")
    return lines, missing


def check_proof(data, receipt, log, witnesses):
    """That a receipt ({facts, signature}) is in the log; answers its place and the log's size."""
    head, mark, note = data.partition(b"\n\n")
    lines = head.decode("utf-8", "replace").split("\n")
    # The house's refusal, or a download that broke off.
    if not mark or lines.pop(0) != "c2sp.org/tlog-proof@v1" or not note.endswith(b"\n"):
        raise Unchecked("This is no whole tlog-proof.")
    if lines and lines[0].startswith("extra "):
        lines.pop(0)
    match = re.fullmatch("index (.*)", lines.pop(0) if lines else "")
    if not match:
        raise Wrong("The proof names no place.")
    index = count_of(match[1])
    size, root = check_checkpoint(note, log, witnesses)
    leaf = leaf_hash(entry_of(receipt["facts"]))
    if root_of_path(leaf, index, size, [decode(line, 32) for line in lines]) != root:
        raise Wrong(
            "This receipt is not in the log where the house says: entry %d is something else."
            % index
        )
    return index, size


# What is owed


def snapshot_entries(row):
    """The entries of a listed snapshot (docs/solvency.md): what is owed, and what is held."""
    owed = {name: row[name] for name in ("snapshot", "root", "size")}
    held = {name: row[name] for name in ("snapshot", "block", "signature")}
    return (
        bytes([OWED]) + sha256(canonical({**owed, "owed": hundredths(row["owed"])})),
        bytes([HELD]) + sha256(canonical({**held, "held": hundredths(row["held"])})),
    )


def check_snapshots(entries, rows):
    """Checks that a log has the listed snapshots, newest first, and no others beside them."""
    for kind in (OWED, HELD):
        listed = {snapshot_entries(row)[kind - OWED]: row["snapshot"] for row in reversed(rows)}
        logged = [entry for entry in entries if entry[0] == kind]
        known = [n for n, entry in enumerate(logged) if entry in listed]
        # Not by its rows: the same row again and again would hide older snapshots.
        if len(listed) >= MOST_LISTED and known:
            # The list leaves out those before.
            logged = logged[known[0] :]
        others = [entry not in listed for entry in logged]
        lacking = [entry not in logged for entry in listed]
        # Only the last may be missing, here or there: one was read before the other.
        if lacking != sorted(lacking) or any(lacking) and any(others):
            name = list(listed.values())[lacking.index(True)]
            raise Wrong("The log lacks snapshot %s as it is listed." % name)
        if others != sorted(others):
            raise Wrong("The log has a snapshot that the list leaves out.")
        if any(lacking):
            raise Unchecked("The log lacks the newest snapshot: read both again in ten minutes.")
        if any(others):
            raise Unchecked("The log has a newer snapshot than the list: read both again.")


# What is given, and where a log is read from


def reader(source):
    if re.match("https?://", source):

        def read(path, tries=TRIES):
            try:
                with urllib.request.urlopen(source.rstrip("/") + "/" + path, timeout=20) as answer:
                    return answer.read()
            except urllib.error.HTTPError as error:
                if error.code != 429 or tries == 0:
                    # It is down or busy, or no log at all: none of that denies a file.
                    denies = error.code != 429 and error.code < 500 and path != "checkpoint"
                    raise (Wrong if denies else Unchecked)("%s can't be read: %s." % (path, error))
                wait = error.headers.get("Retry-After", "")
            except (OSError, ValueError, http.client.HTTPException) as error:
                # A ValueError: the address is none.
                raise Unchecked("%s can't be read: %s." % (path, error))
            time.sleep(min(int(wait), 60) if re.fullmatch("[0-9]{1,5}", wait) else 1)
            return read(path, tries - 1)

    else:

        def read(path):
            try:
                return (pathlib.Path(source) / path).read_bytes()
            except OSError:
                raise (Unchecked if path == "checkpoint" else Wrong)("%s is missing." % path)

    return read


def check_part(read, path, levels, log, witnesses):
    """Finds what `check_log` would find, if only one file has changed since it found the log right.

    It compares each bundle with its tile, each tile above with the hashes computed from below, and
    the checkpoint with the root. A bundle or tile that passes has the hashes that it had before, so
    all that is computed from them is as before too.
    """
    if path == "checkpoint":
        if check_checkpoint(read(path), log, witnesses) != (len(levels[0]), root_of(levels[0])):
            raise Wrong("The checkpoint has another root than its entries.")
        return
    level, groups = re.fullmatch(r"tile/(entries|\d+)/([x0-9/]+)(?:\.p/\d+)?", path).groups()
    index = int(re.sub("[x/]", "", groups))
    level = 0 if level == "entries" else int(level)
    hashes = levels[level][index * WIDTH : (index + 1) * WIDTH]
    if level > 0:
        check_tile(read, level, index, hashes)
    elif check_bundle(read, index, len(hashes))[1] != hashes:
        raise Wrong("Bundle %d has other entries than before." % index)


def mutate(source, log, witnesses, times, seed):
    """Flips a bit of a random byte of the log again and again; each must be found."""
    files = {}

    def keep(path):
        if path not in files:
            files[path] = reader(source)(path)
        return files[path]

    levels, _ = check_log(keep, log, witnesses)
    chance = random.Random(seed)
    paths = sorted(files)
    for _ in range(times):
        path = chance.choice(paths)
        honest = files[path]
        place, bit = chance.randrange(len(honest)), 1 << chance.randrange(8)
        changed = bytearray(honest)
        changed[place] ^= bit
        files[path] = bytes(changed)
        try:
            check_part(files.__getitem__, path, levels, log, witnesses)
        except (Wrong, KeyError):
            files[path] = honest
            continue
        raise Wrong("Nobody noticed bit %d of byte %d of %s." % (bit, place, path))
    return len(paths)


def main(arguments):
    """Runs the check that the arguments name, and answers the exit code."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["log", "proof", "complaint", "mutate"])
    parser.add_argument("source")
    parser.add_argument("--log-key", required=True)
    parser.add_argument("--witness", action="append", default=[])
    parser.add_argument("--receipt")
    parser.add_argument("--file")
    parser.add_argument("--kept", action="append", default=[])
    parser.add_argument("--solvency")
    parser.add_argument("--key", type=keys_in, default=[])
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.what == "complaint" and not given.file:
        parser.error("Which complaint?")
    try:
        log, witnesses = Key(given.log_key, 1), [Key(text, 4) for text in given.witness]
    except (LookupError, ValueError, Wrong) as error:
        parser.error("A key isn't as the log or a witness prints it: %s" % error)
    if given.what == "proof" and not given.receipt:
        parser.error("Which receipt?")
    checks = {"log": log_check, "proof": proof_check, "complaint": complaint_check}
    check = checks.get(given.what, mutate_check)
    return report(lambda: check(given, log, witnesses))


def kept_checkpoint(path, log):
    """The size and the root of a checkpoint that was kept. One that the log didn't sign accuses
    nobody."""
    try:
        return check_checkpoint(read_given(path), log, [])
    except Wrong as error:
        raise Unchecked("%s is no checkpoint of this log: %s" % (path, error))


def log_check(given, log, witnesses):
    kept = [kept_checkpoint(path, log) for path in given.kept]
    rows = given.solvency and read_json(given.solvency, "Data")["Data"]
    _, entries = check_log(reader(given.source), log, witnesses, kept)
    say("This log checks out: %d entries." % len(entries))
    if rows is not None:
        check_snapshots(entries, rows)
        say("Snapshots that are listed and logged alike: %d." % len(rows))


def proof_check(given, log, witnesses):
    receipt = read_json(given.receipt, "facts")
    data = read_given(given.source)
    if given.key:
        check_house(receipt, given.key)
    place = check_proof(data, receipt, log, witnesses)
    say("This receipt is in the log: entry %d of %d." % place)


def complaint_check(given, log, witnesses):
    complaint = read_json(given.file, "log", "receipts")
    keys = given.key or complaint["receiptKeys"]
    lines, missing = check_complaint(reader(given.source), complaint, log, witnesses, keys)
    if not given.key:
        lines.append("The house's key is the one in the file: compare it.")
    for line in lines:
        say(line)
    if not missing:
        raise Wrong("This complaint has no receipt that the log lacks.")
    say("This complaint stands.")


def mutate_check(given, log, witnesses):
    files = mutate(given.source, log, witnesses, given.times, given.seed)
    say("All %d changes in %d files were found." % (given.times, files))


def many():
    """Checks in one process: starting one for each takes longer than checking."""
    for line in sys.stdin:
        try:
            code = main(line.rstrip("\n").split("\t"))
        except SystemExit as refused:
            code = refused.code
        print("exit %d" % code, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(many() if sys.argv[1:] == ["many"] else main(sys.argv[1:]))
