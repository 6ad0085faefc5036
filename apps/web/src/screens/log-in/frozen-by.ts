import { type FrozenBy, frozenMessages } from '@pipkin/contract'

/** Who has frozen the account, by what a log-in was refused with; null where it is not frozen. */
export function frozenBy(message: string | undefined): FrozenBy | null {
  if (message === frozenMessages.owner) return 'owner'
  return message === frozenMessages.house ? 'house' : null
}
