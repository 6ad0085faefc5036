import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { type ReadableStore, useStore } from '../../browser/listeners.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { shortId } from '../../ui/short-id.ts'
import { tokensText } from './approval.ts'
import type { Asked } from './ask-player.ts'
import type { DemoRequest } from './demo-provider.ts'

export interface DemoDialogProps {
  readonly address: string
  /** The request that waits for its answer. */
  readonly first: ReadableStore<Asked | undefined>
}

/** The demo wallet's window: it shows a request, and the player approves or rejects it. */
export function DemoDialog({ address, first }: DemoDialogProps) {
  const asked = useStore(first)
  // While it closes it still shows what it showed.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  return (
    <Sheet
      open={asked !== undefined}
      onClose={() => asked?.answer(false)}
      title="Demo wallet"
      beside={(title) => (
        <div className="flex min-w-0 grow items-center gap-3">
          <IconTile tone="info" size="lg">
            <FlaskConical size={22} />
          </IconTile>
          <div className="min-w-0">
            {title}
            <div className="text-cap text-ink2">{shortId(address)}</div>
          </div>
        </div>
      )}
    >
      {last && <Question request={last.request} />}
      <p className="mt-3 text-cap text-ink2">
        Only on the local default. Its tokens are made here and are worth nothing.
      </p>
      {/* An answer is given once: nothing is left to press while the sheet goes down. */}
      <div className={cx('mt-4 grid grid-cols-2 gap-3', !asked && 'invisible')}>
        <Button look="line" onClick={() => asked?.answer(false)}>
          Reject
        </Button>
        <Button look="glaze" onClick={() => asked?.answer(true)}>
          Approve
        </Button>
      </div>
    </Sheet>
  )
}

function Question({ request }: { request: DemoRequest }) {
  if (request.kind === 'connect')
    return <p className="mt-3">Pipkin asks to see the address of this wallet.</p>
  if (request.kind === 'sign')
    return (
      <>
        <p className="mt-3">Pipkin asks you to sign this text. It is free.</p>
        <Panel
          className={[
            'mt-2.5 max-h-80 overflow-y-auto',
            'text-sm whitespace-pre-wrap [overflow-wrap:anywhere]',
          ].join(' ')}
        >
          {request.text}
        </Panel>
      </>
    )
  const amount = `${tokensText(request.approval)} fkr`
  return (
    <>
      <p className="mt-3">
        Pipkin asks to take up to <b className="font-680">{amount}</b> from this wallet.
      </p>
      <Panel className="mt-2.5 text-sm">
        <div className="text-cap text-ink2">Taken by the house</div>
        <div className="[overflow-wrap:anywhere]">{request.approval.spender}</div>
      </Panel>
    </>
  )
}
