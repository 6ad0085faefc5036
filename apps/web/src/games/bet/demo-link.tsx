import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '../../api/queries.ts'
import { TextLink } from '../../ui/text-button.tsx'

/** The way to a game's demo, where it has one. */
export function DemoLink({ gameId }: { gameId: number }) {
  const game = useQuery(gamesQuery()).data?.find(({ id }) => id === gameId)
  if (!game?.demoPath) return null
  return (
    <p className="mt-1.25 text-center text-sm">
      <TextLink to={game.demoPath} className="inline-block p-3">
        Try the demo first
      </TextLink>
    </p>
  )
}
