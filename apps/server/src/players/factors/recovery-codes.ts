import { hash } from 'node:crypto'
import { type Queryable, sql } from '../../platform/database/database.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { AccountDeps } from '../account-deps.ts'

/** Without 0, 1, I, L, O and U, which are easily mistaken. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 122 bits: so long that a plain hash of it can't be searched (ASVS 6.5.2). */
const length = 25
const many = 10

const drop = sql`delete from players.recovery_codes where player_id = $1`

const keep = sql`
  insert into players.recovery_codes (player_id, encrypted) select $1, unnest($2::bytea[])`

/** Gives a player ten new codes, in place of those before. Answers them as they are shown. */
export async function giveRecoveryCodes(
  inside: Queryable,
  { surroundings, factorKeys }: Pick<AccountDeps, 'surroundings' | 'factorKeys'>,
  player: number,
): Promise<readonly string[]> {
  const shown = newRecoveryCodes(surroundings)
  const encrypted = shown.map((code) =>
    factorKeys.encrypt(
      player,
      hashOf(player, readRecoveryCode(code) ?? code),
      surroundings.randomBytes(12),
    ),
  )
  await inside.rows(drop, [player])
  await inside.rows(keep, [player, encrypted])
  return shown
}

const ofPlayer = sql`select code_id, encrypted from players.recovery_codes where player_id = $1`

/**
 * The id of the player's recovery code that was typed; null for any other text. Throws where it may
 * be one that no key reads.
 */
export async function findRecoveryCode(
  { database, factorKeys }: Pick<AccountDeps, 'database' | 'factorKeys'>,
  player: number,
  code: string,
): Promise<string | null> {
  const codes = await database.rows<{ code_id: string; encrypted: Buffer }>(ofPlayer, [player])
  const wanted = hashOf(player, code)
  const isWanted = ({ encrypted }: { encrypted: Buffer }) =>
    factorKeys.decrypt(player, encrypted) === wanted
  const isReadable = ({ encrypted }: { encrypted: Buffer }) =>
    factorKeys.isReadable(player, encrypted)
  // Each is looked at, so that the time doesn't say which it is.
  const [found] = codes.filter(isReadable).filter(isWanted)
  if (found) return found.code_id
  // The code may be one that no key reads, which throws.
  codes.some((code) => !isReadable(code) && isWanted(code))
  return null
}

const hashOf = (player: number, code: string): string =>
  hash('sha256', `recovery code ${code} of ${player}`, 'base64')

/** Ten codes as they are shown: `7KQ2M-XW9PD-…`, in groups of five. */
const newRecoveryCodes = ({ randomInt }: Surroundings): readonly string[] =>
  Array.from({ length: many }, () => {
    const code = Array.from({ length }, () => letters[randomInt(0, letters.length)]).join('')
    return code.replace(/.{5}(?=.)/g, '$&-')
  })

/** A typed recovery code as it is hashed; null for any other text. */
export function readRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  return code.length === length && [...code].every((letter) => letters.includes(letter))
    ? code
    : null
}
