import { exportAccount } from '@pipkin/contract'
import { FolderDown, UserX } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../../api/fetch-file.ts'
import { failureMessage } from '../../../forms/failure-message.ts'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormError } from '../../../ui/field.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { SectionHead } from '../../../ui/section-head.tsx'
import { toast } from '../../../ui/toasts.ts'
import { CloseAccount } from './close-account.tsx'
import { Leftovers } from './leftovers.tsx'
import { useLeft } from './use-left.ts'

export default function YourData() {
  const player = useSession()
  return (
    player && (
      <Screen className="pb-6">
        <ScreenBar />
        <div className="px-4.5">
          <DownloadData />
          <Closing playerId={player.id} />
        </div>
      </Screen>
    )
  )
}

function DownloadData() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function download() {
    setBusy(true)
    setRefusal(undefined)
    const result = await fetchFile(exportAccount, undefined)
    setBusy(false)
    if (!result.ok) return setRefusal(failureMessage(result))
    saveFile(result.file, result.fileName)
    toast.success('Your data is in your downloads')
  }

  return (
    <Card className="p-3.5">
      <div className="flex items-center gap-3">
        <IconTile tone="info">
          <FolderDown size={20} />
        </IconTile>
        <p className="min-w-0 grow text-sm">
          All that we keep about you: account, wallets, transactions, rounds, sessions and cases, as
          a JSON file.
        </p>
      </div>
      <FormError>{refusal}</FormError>
      <Button
        look="line"
        size="medium"
        busy={busy}
        onClick={() => void download()}
        className="mt-3 w-full"
      >
        Download my data
      </Button>
    </Card>
  )
}

function Closing({ playerId }: { playerId: number }) {
  const left = useLeft(playerId)
  const [open, setOpen] = useState(false)
  return (
    <section>
      <SectionHead title="Close the account" />
      <p className="mb-2.5 px-0.5 text-sm text-ink2">
        It logs you out everywhere and frees your mobile number and your email address. What you
        have left stays behind, so take it first.
      </p>
      <Leftovers left={left} />
      <Button
        look="line"
        className="mt-3.5"
        disabled={!left.known || left.operations > 0}
        aria-describedby={left.known && left.operations > 0 ? 'wait-first' : undefined}
        onClick={() => setOpen(true)}
      >
        <UserX size={19} aria-hidden className="text-loss" />
        <span className="text-loss">Close the account</span>
      </Button>
      {left.known && left.operations > 0 && (
        <p id="wait-first" className="mt-2.5 text-center text-cap text-ink2">
          You can close it when nothing is on the way any more.
        </p>
      )}
      {left.known && <CloseAccount left={left} open={open} onClose={() => setOpen(false)} />}
    </section>
  )
}
