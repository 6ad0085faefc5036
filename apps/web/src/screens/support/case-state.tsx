import type { ThreadLine } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { Check, Clock, MessageSquare } from 'lucide-react'
import { shortId } from '../../ui/short-id.ts'
import { Tag } from '../../ui/tag.tsx'

/** A case's state in a word: for whom it waits, or that it is over. */
export function CaseState({ state }: Pick<ThreadLine, 'state'>) {
  if (state === 'closed')
    return (
      <Tag tone="mute" icon={<Check size={14} aria-hidden />}>
        Closed
      </Tag>
    )
  return state === 'open' ? (
    <Tag tone="pending" icon={<Clock size={14} aria-hidden />}>
      Open
    </Tag>
  ) : (
    <Tag tone="info" icon={<MessageSquare size={14} aria-hidden />}>
      Answered
    </Tag>
  )
}

const eventNames = { deposit: 'Deposit', withdrawal: 'Withdraw' } as const

/** The chain transaction that a case reports; empty where it is free text. */
export const reportText = ({
  event,
  amount,
  chainHash,
}: Pick<ThreadLine, 'event' | 'amount' | 'chainHash'>): string =>
  event && amount !== null && chainHash !== null
    ? `${eventNames[event]} ${moneyText(amount)}, ${shortId(chainHash)}`
    : ''
