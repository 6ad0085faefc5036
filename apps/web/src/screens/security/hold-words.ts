import type { Security } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { dayTimeText } from '../../browser/dates.ts'
import { groupBy } from '../../browser/group-by.ts'

type Hold = Security['holds'][number]

const ways = { withdraw: 'Withdrawals', send: 'Sends' } as const
const amountWays = { withdraw: 'withdrawn', send: 'sent' } as const

/** Each hold in a sentence; those of both ways out that are alike share one. */
export function holdWords(holds: readonly Hold[]): string[] {
  const alike = groupBy(holds, ({ until, why }) => `${until.getTime()} ${why}`)
  return [...alike.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    if (first.amount !== undefined) {
      const ways = some.map((hold) => amountWays[hold.what]).join(' or ')
      return `${moneyText(first.amount)} fkr you received can be ${ways} from ${dayTimeText(first.until)}.`
    }
    const what = [...new Set(some.map((hold) => ways[hold.what]))].join(' and ')
    const said = what.charAt(0) + what.slice(1).replace('Sends', 'sends')
    return `${said} wait until ${dayTimeText(first.until)}, because ${first.why}.`
  })
}
