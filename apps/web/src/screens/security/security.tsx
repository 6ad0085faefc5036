import { readSecurity, type Security as SecurityAnswer } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Events } from './events.tsx'
import { Factors } from './factors.tsx'
import { holdWords } from './hold-words.ts'
import { Sessions } from './sessions.tsx'

/** The factors, the sessions and the recent events of the account, and what holds its money. */
export default function Security() {
  const player = useSession()
  return player && <Content />
}

function Content() {
  const { data, isError, refetch } = useQuery(callQuery(readSecurity))
  return (
    <Screen className="pb-6">
      <ScreenBar />
      <div className="px-4.5">
        {data ? (
          <Sections security={data} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={5} />
        )}
      </div>
    </Screen>
  )
}

/** What protects the account comes first, what happened to it last. */
const Sections = ({ security }: { security: SecurityAnswer }) => (
  <>
    <Holds holds={security.holds} />
    <Factors {...security} />
    <Sessions sessions={security.sessions} />
    <Events events={security.events} />
  </>
)

function Holds({ holds }: Pick<SecurityAnswer, 'holds'>) {
  const sentences = holdWords(holds)
  return (
    sentences.length > 0 && (
      <section aria-label="What waits" className="grid gap-2.5 pt-1">
        {sentences.map((sentence) => (
          <Card key={sentence} className="flex items-center gap-3 px-3.5 py-3">
            <IconTile tone="pending">
              <Clock size={20} />
            </IconTile>
            <p className="min-w-0 grow text-sm">{sentence}</p>
          </Card>
        ))}
      </section>
    )
  )
}
