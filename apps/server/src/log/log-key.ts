import type { NoteKey } from '@pipkin/log'

export interface LogKey extends Pick<NoteKey, 'publicKey' | 'sign'> {
  /** The name of the log in the first generation of the database. */
  readonly name: string
}

/** Which generation's log has a name; null where it is of another log. */
export function generationOfName({ name }: LogKey, origin: string): number | null {
  if (origin === name) return 1
  const [, generation] = origin.startsWith(`${name}/`)
    ? (/^([1-9][0-9]*)$/.exec(origin.slice(name.length + 1)) ?? [])
    : []
  return generation === undefined ? null : Number(generation)
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
