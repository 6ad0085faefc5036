/**
 * Something outside of the server doesn't do its part: a mail server, a chain node. The player is
 * told to come again.
 */
export class OutsideFailure extends Error {}
