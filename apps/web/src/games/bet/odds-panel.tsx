import { Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-button.tsx'

/** What a game offers, from its rules and its solver: lines of figures, then sentences. */
export interface Odds {
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  /** More lines, where there is room for them. */
  readonly more?: Odds['lines']
  readonly sentences: readonly string[]
}

/** The odds before a bet. `children` stands at the foot: what seals the next round. */
export function OddsPanel({ odds, children }: { odds: Odds; children?: ReactNode }) {
  return (
    <Panel className="mt-2.5">
      <div className="mb-0.5 flex items-center justify-between">
        <h3 className="text-row">The odds</h3>
        <TextLink to="/fairness" className="-my-3 flex items-center gap-1 py-3 text-sm">
          <ShieldCheck size={17} aria-hidden />
          Fairness
        </TextLink>
      </div>
      <OddsLines odds={odds} />
      {children}
    </Panel>
  )
}

export function OddsLines({ odds, tall }: { odds: Odds; tall?: boolean }) {
  return (
    <>
      <dl>
        {odds.lines.map(({ label, value }) => (
          <KeyValue key={label} label={label} className={tall ? 'min-h-8.5' : 'min-h-6'}>
            {value}
          </KeyValue>
        ))}
      </dl>
      {odds.sentences.length > 0 && (
        <div className="mt-1.5 border-t border-line pt-1.75 text-sm">
          {odds.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </>
  )
}

/** The commitment of the next round, short, with the whole of it to copy. */
export function CommitmentLine({ commitment }: { commitment: string | undefined }) {
  return (
    <div className="mt-1.5 flex min-h-11 items-center gap-2 border-t border-line pt-0.75 text-cap">
      <Lock size={19} aria-hidden className="shrink-0 text-link" />
      <span className="text-ink2">Commitment</span>
      <span className="min-w-0 grow font-600 tracking-[0.01em] [overflow-wrap:anywhere]">
        {commitment === undefined ? (
          <Skeleton className="h-3.5 w-40" />
        ) : (
          `${commitment.slice(0, 10)}…${commitment.slice(-8)}`
        )}
      </span>
      {commitment !== undefined && (
        <CopyButton label="Copy the commitment" text={commitment} className="-my-1 -mr-2.5" />
      )}
    </div>
  )
}
