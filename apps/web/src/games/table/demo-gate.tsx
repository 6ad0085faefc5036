import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limitsQuery } from '../../api/limits.ts'
import { useSession } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { GameFrame, GameLoading } from './game-frame.tsx'

/** Where games for play money aren't offered. */
export const NoDemo = () => (
  <GameFrame>
    <EmptyState
      message="Demos are not offered here"
      action={
        <ButtonLink to="/games" look="line" size="medium">
          All games
        </ButtonLink>
      }
    />
  </GameFrame>
)

/** A demo that is for players whose age is known. */
export function AgeGate({ children }: { children: ReactNode }) {
  const player = useSession()?.id
  const limits = useQuery({ ...limitsQuery(), enabled: player !== undefined })
  if (player !== undefined && limits.isPending) return <GameLoading />
  if (player !== undefined && limits.isError)
    return (
      <GameFrame>
        <ErrorState onRetry={() => void limits.refetch()} />
      </GameFrame>
    )
  if (limits.data && limits.data.birthDate !== null) return children
  return (
    <GameFrame>
      <EmptyState
        message="The demo is for players whose age we know"
        action={
          <ButtonLink
            to={player === undefined ? '/login' : '/account/limits'}
            look="line"
            size="medium"
          >
            {player === undefined ? 'Log in' : 'Say when you were born'}
          </ButtonLink>
        }
      />
    </GameFrame>
  )
}
