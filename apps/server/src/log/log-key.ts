import type { NoteKey } from '@pipkin/log'

export interface LogKey extends Pick<NoteKey, 'publicKey' | 'sign'> {
  /** The name of the log in the first generation of the database. */
  readonly name: string
}

/**
 * The key of a generation's log. A restore begins a new log: it goes on from the entries of the
 * backup under a name of its own, so that it isn't taken for the one that had more.
 */
export const logKeyOf = ({ name, publicKey, sign }: LogKey, generation: number): NoteKey => ({
  name: generation === 1 ? name : `${name}/${generation}`,
  type: 'note',
  publicKey,
  sign,
})
