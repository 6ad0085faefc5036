"""Checks what the house says it owes (docs/solvency.md), with the standard library alone.

    python3 verifier/solvency.py SOLVENCY.json TREE.json [PROOF.json PLAYER]

The files are the answers of /api/solvency, /solvency/<snapshot>/tree and /api/solvencyProof. Exits 1
where something is wrong, and 2 where the arguments are or a file can't be read. What the house
holds is checked by `reserves.py`.
"""

import hashlib
import hmac
import re
import sys
from decimal import Decimal

from report import Wrong, hundredths, read_answer, read_json, report, say


def u64(number):
    if not 0 <= number < 2**64:
        raise Wrong(f"{number} is no sum of 64 bits.")
    return number.to_bytes(8, "big")


def sum_of(text):
    if not isinstance(text, str) or not re.fullmatch(r"0|[1-9][0-9]{0,19}", text):
        raise Wrong(f"The house counts what is no sum: {text!r}.")
    u64(int(text))
    return int(text)


def hash_of(text):
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{64}", text):
        raise Wrong(f"{text!r} is no hash.")
    return bytes.fromhex(text)


def parsed(node):
    return hash_of(node["hash"]), sum_of(node["sum"])


def parent(left, right):
    whole = left[1] + right[1]
    u64(whole)
    content = b"\x01" + left[0] + u64(left[1]) + right[0] + u64(right[1])
    return hashlib.sha256(content).digest(), whole


def check_tree(levels, published):
    """Adds up the whole tree. Raises Wrong."""
    below = None
    for level, nodes in enumerate(levels):
        expected = published["size"] if below is None else (len(below) + 1) // 2
        if len(nodes) != expected:
            raise Wrong(f"Level {level} has {len(nodes)} nodes instead of {expected}.")
        here = [parsed(node) for node in nodes]
        if below is None:
            check_order(here)
        for index, node in enumerate(here if below is not None else []):
            pair = below[2 * index : 2 * index + 2]
            made = parent(*pair) if len(pair) == 2 else pair[0]
            where = f"node {index} of level {level}"
            if node[1] != made[1]:
                says, makes = Decimal(node[1]) / 100, Decimal(made[1]) / 100
                raise Wrong(
                    f"The tree doesn't add up: {where} says {says} fkr, and {makes} fkr are below"
                    f" it. So {abs(makes - says)} fkr are"
                    f" {'hidden' if says < makes else 'made up'}."
                )
            if node != made:
                raise Wrong(f"The tree is not of its leaves: {where} has another hash.")
        below = here
    if below is None or len(below) != 1:
        raise Wrong("The tree doesn't end in one root.")
    check_top(below[0], published, "The tree")
    size, players = published["size"], published["players"]
    if type(players) is not int or not players <= size <= 4 * players:
        raise Wrong(
            f"Snapshot {published['snapshot']} has {size} leaves for {players} players: each has"
            " one to four."
        )


def check_order(leaves):
    for index in range(1, len(leaves)):
        if leaves[index - 1][0] >= leaves[index][0]:
            raise Wrong(
                f"Leaf {index} isn't in the order of the leaves' hashes, or is there twice."
            )


def check_top(top, published, what):
    if top[0] != hash_of(published["root"]):
        raise Wrong(f"{what} leads to another root than the house has published.")
    if top[1] != hundredths(published["owed"]):
        says = Decimal(top[1]) / 100
        raise Wrong(f"{what} leads to {says} fkr; the house says that it owes {published['owed']}.")


def check_own(proof, published, player):
    """Checks a player's leaves; answers what they owe together. Raises Wrong."""
    if proof["snapshot"] != published["snapshot"]:
        raise Wrong("The proof is of another snapshot.")
    if not proof["leaves"]:
        raise Wrong("You were left out: the tree has no leaf of yours.")
    name = player.encode()
    content = b"fkr-own-nonce" + len(name).to_bytes(4, "big") + name + hash_of(proof["secret"])
    nonce = hash_of(proof["nonce"])
    if proof["player"] != player or hashlib.sha256(content).digest() != nonce:
        raise Wrong(
            "These leaves weren't made for you alone: another player may be shown the same, for the"
            " same money."
        )
    if len({leaf["index"] for leaf in proof["leaves"]}) != len(proof["leaves"]):
        raise Wrong("One leaf is shown twice.")
    snapshot = proof["snapshot"].encode()
    tag = hmac.new(nonce, snapshot, "sha256").digest()
    owed = 0
    for leaf in proof["leaves"]:
        amounts = [sum_of(amount) for amount in leaf["amounts"]]
        if len(amounts) != 6:
            raise Wrong("A leaf has other than six amounts.")
        content = b"\x00" + snapshot + b"".join(map(u64, amounts)) + tag
        node = hashlib.sha256(content).digest(), sum(amounts)
        top = climb(node, leaf["index"], leaf["path"], published["size"])
        check_top(top, published, "A leaf that you were shown is not in the tree: it")
        owed += sum(amounts)
    return owed


def climb(node, index, path, size):
    if type(index) is not int or not 0 <= index < size:
        raise Wrong(f"The tree has no leaf {index}.")
    way = iter(path)
    while size > 1:
        if index ^ 1 < size:
            beside = next(way, None)
            if beside is None:
                raise Wrong("A way to the root is too short.")
            pair = (parsed(beside), node) if index % 2 else (node, parsed(beside))
            node = parent(*pair)
        index, size = index // 2, (size + 1) // 2
    if next(way, None) is not None:
        raise Wrong("A way to the root is too long.")
    return node


def check_files(solvency, tree, proof=None, player=None):
    levels = read_json(tree, "levels")["levels"]
    root = levels[-1][0]["hash"] if levels else None
    rows = [row for row in read_json(solvency, "Data")["Data"] if row["root"] == root]
    if not rows:
        raise Wrong("The list has no snapshot with the root of this tree.")
    published = rows[0]
    check_tree(levels, published)
    say(f"The tree of {published['snapshot']} adds up to {published['owed']} fkr.")
    if proof is not None:
        owed = check_own(read_answer(proof, "leaves"), published, player)
        say(f"You are in it, with {Decimal(owed) / 100} fkr.")


def main(arguments):
    if len(arguments) not in (2, 4):
        print(__doc__, file=sys.stderr)
        return 2
    return report(lambda: check_files(*arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
