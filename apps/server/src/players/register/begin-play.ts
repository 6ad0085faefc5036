import { randomUUID } from 'node:crypto'
import { one, sql } from '../../platform/database/database.ts'
import { askAbout, type RegisterDeps } from './ask-register.ts'

/**
 * What became of a play: `asked` where the ledger judges the bet or the move again, `elsewhere` and
 * `silent` by the register, or from when on it may begin, since another has just ended.
 */
export type PlayBegun = 'asked' | 'elsewhere' | 'silent' | { readonly from: Date }

const begin = sql`select ledger.begin_play($1, $2, $3) as begun`
const grant = sql`select ledger.grant_play($1, $2)`
const drop = sql`select ledger.drop_play($1, $2)`

/**
 * Asks the register, before the first bet or move of a play, whether a player plays elsewhere, and
 * keeps its yes. The play's id is written down first: a yes that is lost, or whose process dies, is
 * repeated by the next bet, or ended by the sweep. Bets and moves of one moment ask once.
 */
export function playBeginner(deps: RegisterDeps, waitMinutes: number) {
  const asking = new Map<number, Promise<PlayBegun>>()
  return (player: number): Promise<PlayBegun> => {
    const asked =
      asking.get(player) ??
      beginPlay(deps, player, waitMinutes).finally(() => asking.delete(player))
    asking.set(player, asked)
    return asked
  }
}

async function beginPlay(
  deps: RegisterDeps,
  player: number,
  waitMinutes: number,
): Promise<PlayBegun> {
  const { begun } = await one(
    deps.database.rows<{ begun: { play: string } | { from: string } }>(begin, [
      player,
      randomUUID(),
      waitMinutes,
    ]),
  )
  if ('from' in begun) return { from: new Date(begun.from) }
  const said = await askAbout(deps, player, begun.play)
  // An excluded player's begins there too: no bet passes, and an open round may be ended in it.
  const playsElsewhere = said?.playsElsewhere ?? (said?.excluded ? false : null)
  if (playsElsewhere === null) return 'silent'
  await deps.database.rows(playsElsewhere ? drop : grant, [player, begun.play])
  return playsElsewhere ? 'elsewhere' : 'asked'
}
