/** The start is refused. The message is one sentence for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
