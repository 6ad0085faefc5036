import { useQuery } from '@tanstack/react-query'
import { IdCard, type LucideIcon, Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ErrorState } from '../../ui/states.tsx'

export default function Kyc() {
  const player = useSession()
  return player && <Checks player={player} />
}

/** The specification's three checks. The sheet explains that none is offered. */
function Checks({ player }: { player: Session }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery(player.id))
  const [opened, setOpened] = useState(false)
  const [check, setCheck] = useState('')
  const checks: readonly { name: string; of: string; icon: LucideIcon }[] = [
    { name: 'Mobile', of: player.mobile, icon: Smartphone },
    { name: 'Email', of: profile?.email ?? '…', icon: Mail },
    { name: 'PAN', of: 'Not given', icon: IdCard },
  ]
  return (
    <Screen className="pb-6">
      <ScreenBar />
      <List className="mx-4.5">
        {checks.map(({ name, of, icon: Icon }) => (
          <ListRow
            key={name}
            start={
              <IconTile>
                <Icon size={20} />
              </IconTile>
            }
            title={name}
            note={<span className="[overflow-wrap:anywhere]">{of}</span>}
            end={
              <Button
                look="line"
                size="small"
                aria-label={`Verify ${name}`}
                onClick={() => {
                  setCheck(name)
                  setOpened(true)
                }}
              >
                Verify
              </Button>
            }
          />
        ))}
      </List>
      {isError && !profile && (
        <div className="mx-4.5 mt-3">
          <ErrorState onRetry={() => void refetch()} />
        </div>
      )}
      <Sheet open={opened} onClose={() => setOpened(false)} title={`Verify ${check}`}>
        <p className="mt-1.5 text-ink2">
          This check is not offered yet. You don't need it to play, deposit or withdraw, and we
          don't ask for anything.
        </p>
        <Button look="line" onClick={() => setOpened(false)} className="mt-4.5">
          Close
        </Button>
      </Sheet>
    </Screen>
  )
}
