import { one, sql } from '../../platform/database/database.ts'
import type { RegisterDeps } from './ask-register.ts'
import { postToRegister } from './post-to-register.ts'

const end = sql`select ledger.end_plays($1) as "goesOn"`
const unreported = sql`select player, play from ledger.unreported_plays()`
const report = sql`select ledger.note_reported($1, $2)`

/**
 * Ends the plays that are over, and sends that to the register until it has heard: another operator
 * lets the player in only after that. By the API, as the worker doesn't know the profile.
 */
export async function endPlays(
  { database, config, log }: RegisterDeps,
  idleMinutes: number,
): Promise<void> {
  while ((await one(database.rows<{ goesOn: boolean }>(end, [idleMinutes]))).goesOn) {
    // A hundred at a time.
  }
  const { registerUrl } = config
  if (registerUrl === null) return
  const ended = await database.rows<{ player: number; play: string }>(unreported)
  const unheard = await Promise.all(
    ended.map(async ({ player, play }) => {
      const answered = await postToRegister(registerUrl, { play: { id: play, act: 'end' } })
      if (typeof answered === 'string') return answered
      await database.rows(report, [player, play])
      return null
    }),
  )
  const why = unheard.find((answered) => answered !== null)
  if (why !== undefined) log.warn({ why }, 'the register did not hear that plays have ended')
}
