/**
 * A process or a command can't start, or not go on, for a reason outside the program. The message
 * is for the person at the terminal: a sentence that says what to do.
 */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
