"""Verifies Ed25519 signatures (RFC 8032, section 5.1.7). For public data only: not constant-time."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)


def _add(one, other):
    """Adds points in extended coordinates (X, Y, Z, T)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(factor, point):
    result = NEUTRAL
    while factor:
        if factor & 1:
            result = _add(result, point)
        point = _add(point, point)
        factor >>= 1
    return result


def _decode(text):
    """The point of 32 bytes, or None."""
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * SQRT_MINUS_1 % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def _encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = _decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def verify(public_key, message, signature):
    """Whether a signature (64 bytes) over a message is by the holder of a key (32 bytes)."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    point, s = _decode(public_key), int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    # With a key of small order, one signature counts for every message.
    if _encode(_times(8, point)) == _encode(NEUTRAL):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % L
    minus = (P - point[0], point[1], point[2], P - point[3])
    return _encode(_add(_times(s, BASE), _times(k, minus))) == signature[:32]
