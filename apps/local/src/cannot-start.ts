/** The machine refuses to start; the message is one sentence for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
