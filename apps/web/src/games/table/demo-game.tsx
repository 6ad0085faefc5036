import type { Game } from '@pipkin/contract'
import { type BaseRules, canonicalJson } from '@pipkin/games'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { gamesQuery } from '../../api/queries.ts'
import type { Play } from '../../play/play.ts'
import { useDemoPlay } from '../../play/use-demo-play.ts'
import { useAppRoute } from '../../shell/route.ts'
import type { GameTable } from '../game-screens.ts'
import { AgeGate, NoDemo } from './demo-gate.tsx'

interface DemoGameProps<R extends BaseRules, M, V> {
  table: GameTable<R, M, V>
}

/**
 * A game for play money, by the real game's rules: a demo is no kinder than the real game. It reads
 * the rules once and makes no other call. Until then the table shows the default rules and takes no
 * bet.
 */
export function DemoGame<R extends BaseRules, M, V>({ table }: DemoGameProps<R, M, V>) {
  const { on } = table
  const answer = useQuery({
    ...gamesQuery(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  // Rendering a table in one task is too much for a slow phone: deferred, React renders it in
  // pieces.
  const games = useDeferredValue(answer.data)
  const read = useDeferredValue(!answer.isPending)
  const game = games?.find(({ rules }) => rules.game === on.game.name)
  return useMemo(() => {
    if (game?.demoPath === '') return <NoDemo />
    const laid = <Rules table={table} game={game} read={read} />
    return game?.demoAfterAge ? <AgeGate>{laid}</AgeGate> : laid
  }, [table, game, read])
}

interface RulesProps<R extends BaseRules, M, V> extends DemoGameProps<R, M, V> {
  game: Game | undefined
  read: boolean
}

/** The table by the game's rules, or by the default ones until they are known. */
function Rules<R extends BaseRules, M, V>({ table, game, read }: RulesProps<R, M, V>) {
  const { on, demo } = table
  const listed = on.game.parseRules(game?.rules)
  const real = listed ?? on.game.offer.rules
  const rules = on.game.demoOf?.(real) ?? real
  const isReal = canonicalJson(rules) === canonicalJson(real)
  const by = listed ? 'Its rules are those of the real game' : 'Its rules are the usual ones'
  return (
    <Table
      key={canonicalJson(rules)}
      table={table}
      rules={rules}
      read={read}
      returns={isReal ? (game?.returns ?? null) : null}
      name={game?.name}
      says={!read ? '' : `${by}${isReal ? '' : `, but ${demo.differs?.(rules, real)}`}.`}
    />
  )
}

interface TableProps<R extends BaseRules, M, V> extends DemoGameProps<R, M, V> {
  rules: R
  /** Whether the real game's rules have been read. */
  read: boolean
  returns: Play<R, M, V>['terms']['returns']
  name: string | undefined
  /** A sentence that says by which rules the demo is played. */
  says: string
}

function Table<R extends BaseRules, M, V>(props: TableProps<R, M, V>) {
  const { table, rules, read, returns, name, says } = props
  const { on, demo, Face } = table
  const { title } = useAppRoute()
  const { start, limits, steps } = demo
  const terms = {
    gameId: 0,
    name: name ?? title,
    limits: steps,
    rules,
    returns,
    hardUntil: null,
    other: null,
    roundsADay: null,
  }
  return <Face play={useDemoPlay({ on, terms, start, limits, says, mayBet: read })} />
}
