import { homeShortensFrom } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { balancesQuery } from '../../api/queries.ts'
import { Worth } from '../../forms/worth.tsx'
import type { Session } from '../../shell/session.ts'
import { AmountLine } from '../../ui/amount-line.tsx'

const wallets = [
  { name: 'Deposit', of: 'deposit' },
  { name: 'Bonus', of: 'bonus' },
  { name: 'Win', of: 'win' },
] as const

/**
 * Deposit, Bonus and Win on the glaze. Old balances stay while they are read again. If none could
 * be read, `WhenFirstKnown` says so.
 */
export function Balances({ player }: { player: Session }) {
  const { data } = useQuery(balancesQuery(player.id))
  return (
    <div className="mt-6 rounded-lg bg-glaze2 py-3 wide:mt-0 wide:w-115">
      <dl className="abreast *:border-on-glaze/16">
        {wallets.map(({ name, of }) => (
          <div key={of} className="px-2 [overflow-wrap:anywhere]">
            <dt className="text-cap text-on-glaze2">{name}</dt>
            <dd className="@container mt-0.75 leading-6.5">
              <AmountLine value={data?.[of]} shortFrom={homeShortensFrom} />
              {data && <Worth of={data[of]} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
