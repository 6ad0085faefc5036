import { useSearchParams } from 'react-router'
import { Heading } from '../parts/heading.tsx'
import { Views } from '../parts/views.tsx'
import { Movements } from './money-movements.tsx'
import { Owed } from './money-owed.tsx'
import { Periods } from './money-periods.tsx'
import { Unmatched, WaysOfMoney } from './money-under-way.tsx'

const views = [
  { view: 'day', name: 'By day' },
  { view: 'month', name: 'By month' },
  { view: 'owed', name: 'Owed and held' },
  { view: 'movements', name: 'Movements' },
  { view: 'way', name: 'Under way' },
  { view: 'unmatched', name: 'Unmatched transfers' },
] as const

/** What the house took and gave, and what it owes and holds. */
export function Money({ mayPay }: { mayPay: boolean }) {
  const [address] = useSearchParams()
  const view = views.find(({ view }) => view === address.get('view'))?.view ?? 'day'
  return (
    <>
      <Heading name="Money" />
      <Views label="Parts of the books" views={views} shown={view} />
      {(view === 'day' || view === 'month') && <Periods by={view} />}
      {view === 'owed' && <Owed />}
      {view === 'movements' && <Movements />}
      {view === 'way' && <WaysOfMoney mayPay={mayPay} />}
      {view === 'unmatched' && <Unmatched mayPay={mayPay} />}
    </>
  )
}
