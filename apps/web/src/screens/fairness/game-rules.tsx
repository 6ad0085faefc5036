import type { Game } from '@pipkin/contract'
import { parseRules } from '@pipkin/games'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { gamesQuery } from '../../api/queries.ts'
import { returnText } from '../../games/bet/odds-text.ts'
import { Card } from '../../ui/card.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { rulesInWords } from './rules-in-words.ts'
import { useHashTarget } from './use-hash-target.ts'

/** The rules in force, per game. The odds read the same answer, and show if it fails. */
export function GameRules() {
  const { data, isPending } = useQuery(gamesQuery())
  const target = useHashTarget('rules', data !== undefined)
  const games = data?.filter(({ isDeleted }) => !isDeleted) ?? []
  if (games.length === 0 && !isPending) return null
  return (
    <section ref={target} className="scroll-mt-4">
      <SectionHead title="Rules of each game" className="mt-5 mb-2" />
      {isPending ? (
        <Loading>
          <Skeleton className="h-48.75 rounded-lg" />
        </Loading>
      ) : (
        <Card className="divide-y divide-line">
          {games.map((game) => (
            <RulesOf key={game.id} game={game} />
          ))}
        </Card>
      )}
    </section>
  )
}

function RulesOf({ game }: { game: Game }) {
  const rules = parseRules(game.rules)
  return (
    <details className="group px-3.5">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 text-row [&::-webkit-details-marker]:hidden">
        {game.name}
        <ChevronDown
          size={19}
          aria-hidden
          className="shrink-0 text-ink2 transition-transform duration-(--t-fast) group-open:rotate-180"
        />
      </summary>
      <div className="pb-3 text-sm">
        {rules && rulesInWords(rules).map((sentence) => <p key={sentence}>{sentence}</p>)}
        <p className="text-ink2">{stakesOf(game)}</p>
        {game.otherRules && <p>{turnsOf(game, game.otherRules.returns)}</p>}
        <p className="mt-2 text-ink2">Best play: {game.returns.bestPlay}</p>
        <dl className="mt-1.5">
          {game.returns.strategies.map((strategy) => (
            <KeyValue
              key={strategy.name}
              label={
                <span className="inline-block text-sm first-letter:uppercase">{strategy.name}</span>
              }
            >
              <span className="text-sm whitespace-nowrap">{returnText(strategy.return)}</span>
            </KeyValue>
          ))}
        </dl>
      </div>
    </details>
  )
}

/** How ordinary and hard rules take turns in a game that best play wins. */
function turnsOf({ hardUntil }: Game, other: Game['returns']): string {
  const best = returnText(other.best)
  return hardUntil
    ? `Every round is hard now, until 00:00 UTC at the latest: what the house may lose here today is lost, or held by open rounds. By the ordinary rules best play returns ${best}.`
    : `The house loses no more than a budget a day (UTC) here. Once it is used up every round is hard until midnight, and best play returns ${best}.`
}

function stakesOf({ minimumStake, maximumStake, stakeStep, roundsADay }: Game): string {
  const [least, most, step] = [minimumStake, maximumStake, stakeStep].map(moneyText)
  const rounds = roundsADay === null ? '' : ` At most ${roundsADay} rounds a day.`
  return `Stakes from ${least} to ${most} fkr in steps of ${step}.${rounds}`
}
