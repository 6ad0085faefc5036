"""Checks rounds by dealing them again (docs/fairness.md). Standard library alone.

    rounds.py FILE [--key HEX]

FILE is the proof of a round, as /api/roundProof answers it or the browser saves it, or an exported
history, of which the rounds are checked one by one. --key is the key that the house signs receipts
with; older ones may follow, after commas. Without it no signature is checked, and the program says
so. Exits 1 where something is wrong, and 2 where the arguments are or the file can't be read.
"""

import argparse
import datetime
import functools
import hmac
import re
import sys

from report import MALFORMED, Wrong, malformed, read_answer, report, say
from verify_log import canonical, check_house, keys_in, node_hash, sha256, unhex

VERSION = "fair-1"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
MOST_PAYS = 10_000
ALWAYS = {"game", "version", "winPercentage"}


def u32(number):
    return number.to_bytes(4, "big")


def lp(data):
    return u32(len(data)) + data


def mac(key, message):
    return hmac.digest(key, message, "sha256")


def is_whole(value, least=0, most=2**53 - 1):
    return type(value) is int and least <= value <= most


class Chance:
    """The numbers of a round: each label has a stream of its own (section 2)."""

    def __init__(self, key, game, rules_hash, client_seed):
        self.key, self.streams = key, {}
        self.context = b"".join(
            [lp(VERSION.encode()), lp(game.encode()), rules_hash, lp(client_seed.encode())]
        )

    def words(self, label):
        place = 0
        while True:
            block = mac(self.key, self.context + lp(label.encode()) + u32(place))
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            place += 1

    def int(self, label, below):
        words = self.streams.setdefault(label, self.words(label))
        return next(word for word in words if word < 2**32 - 2**32 % below) % below


# The games. A round answers its status, what it pays and the root of what it seals, or says why
# its moves aren't those of a whole round.


def only(move, *names):
    """The values of a move, which must have exactly these members."""
    if not isinstance(move, dict) or set(move) != set(names):
        raise Wrong("This is no move of the game: %r." % (move,))
    return [move[name] for name in names]


def pick(items, count, chance, label):
    """Swaps the items at the front with ones that are drawn, as often as asked."""
    for place in range(count):
        other = place + chance.int(label, len(items) - place)
        items[place], items[other] = items[other], items[place]
    return items[:count]


def mines_layout(rules, kind, chance):
    """What each cell multiplies the stake by, 0 for a mine."""
    layout = [0] * 25
    if not kind:
        return layout
    mines = set(pick(list(range(25)), rules["mines"], chance, "layout"))
    multipliers = [one for one, count in rules["multipliers"] for _ in range(count)]
    for place in range(len(multipliers) - 1, 0, -1):
        other = chance.int("multipliers", place + 1)
        multipliers[place], multipliers[other] = multipliers[other], multipliers[place]
    for cell in sorted(set(range(25)) - mines):
        layout[cell] = multipliers.pop(0)
    return layout


def mines_root(layout, key):
    level = [
        sha256(b"\x00" + u32(cell) + u32(one) + mac(key, b"fkr-leaf" + u32(cell)))
        for cell, one in enumerate(layout)
    ]
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [node_hash(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0].hex()


def play_mines(rules, kind, chance, moves):
    layout, opened = mines_layout(rules, kind, chance), []
    root, safe = mines_root(layout, chance.key), sum(1 for one in layout if one)
    end = None
    for move in moves:
        if end:
            raise Wrong("A move comes after the end.")
        if move == {"cashOut": True} and move["cashOut"] is True and opened:
            end = "Win", sum(layout[cell] for cell in opened)
            continue
        (cell,) = only(move, "reveal")
        if not is_whole(cell, 0, 24) or cell in opened:
            raise Wrong("This move opens no hidden cell: %r." % (cell,))
        opened.append(cell)
        if not layout[cell]:
            end = "Loss", 0
        elif len(opened) == safe:
            end = "Win", sum(layout[cell] for cell in opened)
    if not end:
        raise Wrong("The moves don't end the round.")
    return end + (root,)


def one_move(moves):
    if len(moves) != 1:
        raise Wrong("The round has one move, and not %d." % len(moves))
    return moves[0]


def guess_meets(rules, move):
    """A function that says whether a number meets the choice."""
    choice = move.get("choice") if isinstance(move, dict) else None
    if choice in ("even", "odd"):
        only(move, "choice")
        return lambda number: number % 2 == (choice == "odd")
    if choice == "number":
        _, wanted = only(move, "choice", "number")
        return lambda number: is_whole(wanted) and number == wanted
    if choice == "range":
        _, start = only(move, "choice", "from")
        ends = {first: last for first, last in rules["ranges"]}
        if is_whole(start) and start in ends:
            return lambda number: start <= number <= ends[start]
    raise Wrong("This is no choice: %r." % (move,))


def play_guess(rules, kind, chance, moves):
    board = pick(list(range(1, 101)), 15, chance, "board")
    first = board[chance.int("draw", 15)]
    second = board[chance.int("draw", 15)]
    move = one_move(moves)
    meets = guess_meets(rules, move)
    if not any(map(meets, board)):
        raise Wrong("No number shown meets the choice.")
    result = second if not kind and meets(first) else first
    if not meets(result):
        return "Loss", 0, None
    return "Win", rules["numberPays" if move["choice"] == "number" else "extraPays"], None


def play_slot(rules, kind, chance, moves):
    (spins,) = only(one_move(moves), "spin")
    if spins is not True:
        raise Wrong("The one move is a spin.")

    def spin(label):
        different = len({chance.int(label, 4) for _ in range(3)})
        return {
            1: ("Win", rules["jackpotPays"], None),
            2: ("PartialWin", rules["pairPays"], None),
            3: ("Loss", 0, None),
        }[different]

    end = spin("reels")
    return spin("respin") if not kind and end[1] > 0 else end


def has_line(board, player):
    return any(all(board[cell] == player for cell in line) for line in LINES)


def free_cells(board):
    return [cell for cell in range(9) if board[cell] == "."]


def put(board, cell, player):
    return board[:cell] + player + board[cell + 1 :]


@functools.cache
def best_for_o(board, player):
    """What O reaches if both go on perfectly: 1 a win, 0 a tie, -1 a loss. `player` is next."""
    if has_line(board, "O"):
        return 1
    if has_line(board, "X"):
        return -1
    cells = free_cells(board)
    if not cells:
        return 0
    other = "X" if player == "O" else "O"
    reached = [best_for_o(put(board, cell, player), other) for cell in cells]
    return max(reached) if player == "O" else min(reached)


def replies(board, kind):
    """O's candidates, ascending."""
    cells = free_cells(board)
    if kind:
        return [cell for cell in cells if has_line(put(board, cell, "X"), "X")] or cells
    reached = {cell: best_for_o(put(board, cell, "O"), "X") for cell in cells}
    return [cell for cell in cells if reached[cell] == max(reached.values())]


def play_tic_tac_toe(rules, kind, chance, moves):
    board, end = "." * 9, None
    for number, move in enumerate(moves, 1):
        if end:
            raise Wrong("A move comes after the end.")
        (cell,) = only(move, "cell")
        if not is_whole(cell, 0, 8) or board[cell] != ".":
            raise Wrong("This move takes no free cell: %r." % (cell,))
        board = put(board, cell, "X")
        if not has_line(board, "X") and "." in board:
            candidates = replies(board, kind)
            board = put(board, candidates[chance.int("ply-%d" % number, len(candidates))], "O")
        if has_line(board, "X"):
            end = "Win", rules["winPays"], None
        elif has_line(board, "O"):
            end = "Loss", 0, None
        elif "." not in board:
            end = "Tie", rules["tiePays"], None
    if not end:
        raise Wrong("The moves don't end the round.")
    return end


def are_multipliers(rules):
    pairs = rules["multipliers"]
    return (
        isinstance(pairs, list)
        and 1 <= len(pairs) <= 6
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
        and all(is_whole(number, 1) for pair in pairs for number in pair)
        and sum(count for _, count in pairs) == 25 - rules["mines"]
        and sum(number * count for number, count in pairs) <= MOST_PAYS
    )


# Each game: how it is played, the fixed rules, and the rules that an operator sets.
GAMES = {
    "mines": (play_mines, {"cells": 25, "hardMines": 25}, {"mines", "multipliers"}),
    "guess-number": (
        play_guess,
        {"numbers": 15, "of": 100, "ranges": [[1, 11], [51, 61]]},
        {"numberPays", "extraPays"},
    ),
    "slot-machine": (play_slot, {"reels": 3, "symbols": 4}, {"jackpotPays", "pairPays"}),
    "tic-tac-toe": (play_tic_tac_toe, {}, {"winPays", "tiePays"}),
}


def check_rules(rules):
    """The game that rules are of."""
    game = rules.get("game") if isinstance(rules, dict) else None
    if game not in GAMES:
        raise Wrong("There is no such game: %r." % (game,))
    _, fixed, free = GAMES[game]
    if set(rules) != ALWAYS | set(fixed) | free or canonical(rules["version"]) != b"1":
        raise Wrong("The rules don't have the fields of %s." % game)
    if any(canonical(rules[name]) != canonical(value) for name, value in fixed.items()):
        raise Wrong("The rules change what is fixed in %s." % game)
    if not is_whole(rules["winPercentage"], 0, 100):
        raise Wrong("The share of kind rounds isn't 0 to 100.")
    if not all(is_whole(rules[name], 1, MOST_PAYS) for name in free - {"multipliers"}):
        raise Wrong("The rules have a pay that is none.")
    if game == "mines" and not (is_whole(rules["mines"], 1, 24) and are_multipliers(rules)):
        raise Wrong("The multipliers aren't those of the safe cells.")
    return game


# A proof (section 5) and its receipts (section 6)

PLACE = ["playerId", "epoch", "epochCommitment", "nonce", "commitment", "clientSeed", "rulesHash"]
OF_BET = ["version", "transactionId"] + PLACE + ["stake", "placedAt"]
OF_END = OF_BET + ["moves", "status", "payout", "settledAt"]


def check_form(proof):
    """Checks the members that no computation needs."""
    if proof["version"] != VERSION:
        raise Wrong("This is no proof of the scheme %s." % VERSION)
    unhex(proof["epochCommitment"], 32)
    later = [name for name in ("generation", "finishedIn") if name in proof]
    forms = {"epoch": is_whole, "payout": is_whole, "nonce": lambda value: is_whole(value, 0, 999)}
    forms.update({name: is_text for name in ("transactionId", "playerId")})
    forms.update({name: is_time for name in ("placedAt", "settledAt")})
    forms.update({name: lambda value: is_whole(value, 2) for name in later})
    for name, has_form in forms.items():
        if not has_form(proof[name]):
            raise Wrong("This is no %s: %r." % (name, proof[name]))


def is_text(value):
    return isinstance(value, str) and value != ""


def is_time(value):
    """A time as the house writes it, to the millisecond."""
    try:
        return time_of(value).isoformat(timespec="milliseconds")[:-6] + "Z" == value
    except MALFORMED:
        return False


def check_round(proof, keys):
    """Computes again what a round's proof says. `keys` are those of receipts, maybe none."""
    check_form(proof)
    rules, key = proof["rules"], unhex(proof["roundKey"], 32)
    game = check_rules(rules)
    rules_hash = sha256(canonical(rules))
    if game != proof["game"] or rules_hash.hex() != proof["rulesHash"]:
        raise Wrong("The rules aren't those that the round names.")
    if sha256(b"fkr-round-key" + key).hex() != proof["commitment"]:
        raise Wrong("The round key isn't the one that was committed to.")
    check_epoch(proof, key)
    if not re.fullmatch("[A-Za-z0-9_-]{1,64}", proof["clientSeed"]):
        raise Wrong("This is no client seed: %r." % proof["clientSeed"])
    chance = Chance(key, game, rules_hash, proof["clientSeed"])
    kind = chance.int("kind", 10_000) < rules["winPercentage"] * 100
    play = GAMES[game][0]
    status, pays, root = play(rules, kind, chance, proof["moves"])
    stake = proof["stake"]
    if status != proof["status"]:
        raise Wrong("The round is a %s, not a %s." % (status, proof["status"]))
    if not is_whole(stake, 100) or stake % 100:
        raise Wrong("The stake is no whole number of fkr: %r hundredths." % (stake,))
    if stake * pays != proof["payout"] * 100:
        raise Wrong("The round pays %d hundredths of its stake." % pays)
    check_receipts(proof, root, keys)
    check_void(proof, keys)


def check_epoch(proof, key):
    """If the epoch's seed is there, checks that the key comes from it."""
    if "epochSeed" not in proof:
        return
    seed = unhex(proof["epochSeed"], 32)
    if sha256(b"fkr-epoch" + seed).hex() != proof["epochCommitment"]:
        raise Wrong("The epoch's seed isn't the one that was committed to.")
    place = b"fkr-round" + lp(proof["playerId"].encode()) + proof["nonce"].to_bytes(8, "big")
    if mac(seed, place) != key:
        raise Wrong("The round key isn't that of its place in the epoch.")


def check_receipts(proof, root, keys):
    kinds = [receipt["facts"]["receipt"] for receipt in proof["receipts"]]
    if sorted(kinds) != ["bet", "end"]:
        raise Wrong("A settled round has a receipt of its bet and one of its end.")
    for receipt in proof["receipts"]:
        facts = receipt["facts"]
        kind, names = facts["receipt"], OF_END if facts["receipt"] == "end" else OF_BET
        said = {name: proof[name] for name in names}
        said.update(receipt=kind, root=root, split=facts["split"])
        for name in ["generation"] + (["finishedIn"] if kind == "end" else []):
            if name in proof:
                said[name] = proof[name]
        if canonical(facts) != canonical(said):
            raise Wrong("The receipt of the %s says something else than the proof." % kind)
        split = facts["split"]
        if set(split) != {"deposit", "bonus", "win"} or not all(map(is_whole, split.values())):
            raise Wrong("The split of the stake isn't one.")
        if sum(split.values()) != proof["stake"]:
            raise Wrong("The split doesn't add up to the stake.")
        if keys:
            check_house(receipt, keys)


def time_of(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_void(proof, keys):
    """Where a restore voided the epoch after the bet (section 8)."""
    if "voided" not in proof:
        if "finishedIn" in proof:
            raise Wrong("The house finished the round without a void that says why.")
        return
    facts = proof["voided"]["facts"]
    names = ["version", "playerId", "epoch", "epochCommitment"]
    names += ["generation"] if "generation" in proof else []
    others = {"receipt", "from", "voidedIn", "voidedAt"}
    if set(facts) != set(names) | others or facts["receipt"] != "void":
        raise Wrong("The void isn't one.")
    if any(canonical(facts[name]) != canonical(proof[name]) for name in names):
        raise Wrong("The void is of another epoch.")
    if not is_whole(facts["from"], 0, 1000) or not is_time(facts["voidedAt"]):
        raise Wrong("The void names no place or no time.")
    if not is_whole(facts["voidedIn"], proof.get("generation", 1) + 1):
        raise Wrong("The void is by a generation that isn't later.")
    if proof["nonce"] >= facts["from"] or time_of(proof["placedAt"]) >= time_of(facts["voidedAt"]):
        raise Wrong("The round was dealt behind the void of its epoch.")
    if proof.get("finishedIn", facts["voidedIn"]) != facts["voidedIn"]:
        raise Wrong("The house finished the round in another generation than the void began.")
    if keys:
        check_house(proof["voided"], keys)


def check_file(file, keys):
    """Checks the rounds of a file one by one. Raises Wrong with the round's name."""
    content = read_answer(file, "proofs", "receipts", "roundKey")
    proofs = content.get("proofs", [content])
    if not isinstance(proofs, list):
        raise Wrong("The rounds of the history are no list.")
    for proof in proofs:
        name = "round %s" % proof.get("transactionId", "without an id")
        try:
            check_round(proof, keys)
        except Wrong as error:
            raise Wrong("%s: %s" % (name, error))
        except MALFORMED as error:
            raise Wrong("%s %s" % (name, malformed(error)))
    say("Rounds that check out: %d." % len(proofs))
    if "proofs" in content:
        say("Whether a round or a seed is missing wasn't checked: `npm run verify` does that.")
    if not keys:
        say("No signature was checked: give the house's key by --key.")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("file")
    parser.add_argument("--key", type=keys_in, default=[])
    given = parser.parse_args()
    return report(lambda: check_file(given.file, given.key))


if __name__ == "__main__":
    sys.exit(main())
