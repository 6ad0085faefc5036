"""Checks what the house says it holds (docs/solvency.md), with the standard library alone.

    python3 verifier/reserves.py SOLVENCY.json [--rpc URL] [--house ADDRESS]...

SOLVENCY.json is the answer of /api/solvency. Checks that the house's address has signed each
snapshot; --house names earlier addresses of it. With --rpc it asks that node, which should be one
that you trust, for the balance at the block of the newest snapshot. Exits 1 where something is
wrong, and 2 where the arguments are, the file can't be read or the node doesn't answer.
"""

import argparse
import http.client
import json
import re
import sys
import urllib.request
from decimal import Decimal

from report import Unchecked, Wrong, hundredths, read_json, report, say

MASK = 2**64 - 1
PRIME = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
UNITS_OF_A_HUNDREDTH = 10**16


def rotated(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def permuted(lanes):
    """Keccak-f[1600] of 5 × 5 words."""
    register = 1
    for _ in range(24):
        sides = [a ^ b ^ c ^ d ^ e for a, b, c, d, e in lanes]
        lanes = [
            [word ^ sides[(x + 4) % 5] ^ rotated(sides[(x + 1) % 5], 1) for word in lanes[x]]
            for x in range(5)
        ]
        x, y, moved = 1, 0, lanes[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved, lanes[x][y] = lanes[x][y], rotated(moved, (step + 1) * (step + 2) // 2 % 64)
        for y in range(5):
            row = [lanes[x][y] for x in range(5)]
            for x in range(5):
                lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
        for bit in range(7):
            lanes[0][0] ^= (register & 1) << (2**bit - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return lanes


def keccak(content):
    """Ethereum's Keccak-256, which pads otherwise than SHA-3."""
    padded = bytearray(content + b"\x01")
    padded += bytes(-len(padded) % 136)
    padded[-1] |= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), 136):
        for word in range(17):
            at = start + 8 * word
            lanes[word % 5][word // 5] ^= int.from_bytes(padded[at : at + 8], "little")
        lanes = permuted(lanes)
    return b"".join(lanes[word][0].to_bytes(8, "little") for word in range(4))


def added(one, other):
    """The sum of two points of secp256k1; None is the point at infinity."""
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % PRIME == 0:
            return None
        slope = 3 * one[0] ** 2 * pow(2 * one[1], -1, PRIME)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, PRIME)
    x = (slope**2 - one[0] - other[0]) % PRIME
    return x, (slope * (one[0] - x) - one[1]) % PRIME


def times(factor, point):
    result = None
    while factor:
        if factor & 1:
            result = added(result, point)
        point, factor = added(point, point), factor >> 1
    return result


def signer(text, signature):
    """The address that has signed a text (EIP-191, version 0x45); None if there is none."""
    if not isinstance(signature, str) or not re.fullmatch(r"0x[0-9a-f]{128}1[bc]", signature):
        return None
    content = text.encode()
    prefix = f"\x19Ethereum Signed Message:\n{len(content)}".encode()
    digest = int.from_bytes(keccak(prefix + content), "big")
    r, s, v = int(signature[2:66], 16), int(signature[66:130], 16), int(signature[130:], 16)
    square = (r**3 + 7) % PRIME
    y = pow(square, (PRIME + 1) // 4, PRIME)
    if not (0 < r < ORDER and 0 < s < ORDER) or y * y % PRIME != square:
        return None
    point = (r, y if y % 2 == v - 27 else PRIME - y)
    inverse = pow(r, -1, ORDER)
    key = added(times(s * inverse % ORDER, point), times(-digest * inverse % ORDER, BASE))
    if key is None:
        return None
    return "0x" + keccak(b"".join(part.to_bytes(32, "big") for part in key))[12:].hex()


def check_signature(row, houses):
    """Checks that one of the house's addresses has signed a snapshot; answers it. Raises Wrong."""
    lines = [
        "Pipkin solvency",
        f"snapshot {row['snapshot']}",
        f"root {row['root']}",
        f"owed {hundredths(row['owed'])}",
        f"block {row['block']}",
        f"held {hundredths(row['held'])}",
    ]
    house = signer("\n".join(lines), row["signature"])
    if house not in houses:
        raise Wrong(f"The house didn't sign what it says of snapshot {row['snapshot']}.")
    return house


def ask(url, method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            said = json.load(answer)
        return int(said["result"], 16)
    except LookupError:
        raise Unchecked(f"The node refuses {method}: {json.dumps(said)}")
    except (OSError, TypeError, ValueError, http.client.HTTPException) as error:
        raise Unchecked(f"The node doesn't answer {method}: {error}")


def check_balance(row, chain, house, url):
    """Checks at a node what the address that has signed a snapshot held. Raises Wrong."""
    if ask(url, "eth_chainId") != chain["chainId"]:
        raise Unchecked(f"The node isn't of chain {chain['chainId']}: ask another one.")
    data = "0x" + keccak(b"balanceOf(address)")[:4].hex() + "0" * 24 + house[2:]
    units = ask(url, "eth_call", {"to": chain["token"], "data": data}, hex(row["block"]))
    held = units // UNITS_OF_A_HUNDREDTH
    if held != hundredths(row["held"]):
        raise Wrong(
            f"The house says that it held {row['held']} fkr at block {row['block']};"
            f" the chain says {Decimal(held) / 100}."
        )


def check_file(file, houses, url):
    answer = read_json(file, "Data", "chain")
    rows, chain = answer["Data"], answer["chain"]
    if not rows:
        raise Unchecked("The house has published no snapshot yet.")
    allowed = {address.lower() for address in [chain["house"], *houses]}
    signed_by = [check_signature(row, allowed) for row in rows]
    held, owed = (hundredths(rows[0][name]) for name in ("held", "owed"))
    newest = f"the newest of {rows[0]['held']} fkr held"
    say(f"Snapshots that the house has signed: {len(rows)}, {newest}.")
    if held < owed:
        say(f"That is LESS than it owes: {rows[0]['owed']} fkr.")
    if url is None:
        say("The chain wasn't asked for the balance.")
    else:
        # Another address in the file may have more, and be anybody's.
        check_balance(rows[0], chain, signed_by[0], url)
        say(f"The chain says the same of block {rows[0]['block']}.")
    say(f"Compare with those that you know: chain {chain['chainId']}, token {chain['token']},")
    say(f"house {signed_by[0]}. The file names them, and another token proves nothing.")


def main():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=False)
    parser.add_argument("file")
    parser.add_argument("--rpc")
    parser.add_argument("--house", action="append", default=[])
    given = parser.parse_args()
    return report(lambda: check_file(given.file, given.house, given.rpc))


if __name__ == "__main__":
    sys.exit(main())
