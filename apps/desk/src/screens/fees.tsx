import { feeOf, shareText } from '@pipkin/contract'
import {
  changeFees,
  changeGas,
  type FeeSettings,
  listFeeVersions,
  readFeeSettings,
} from '@pipkin/contract/desk'
import { fieldNames } from '@pipkin/contract/desk/field-names'
import { hundredths, type Money, subtract } from '@pipkin/money'
import { type InputEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AmountInput, amountIn, changedIn } from '../parts/amount-input.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending } from '../parts/pending.tsx'
import { Table } from '../parts/table.tsx'
import { Versions } from '../parts/versions.tsx'
import { Views } from '../parts/views.tsx'

const views = [
  { view: 'now', name: 'As they are' },
  { view: 'versions', name: 'Versions' },
] as const

/** Fees, minimums and limits: as they are, a draft of others, and every version. */
export function Fees({ mayRule }: { mayRule: boolean }) {
  const [address] = useSearchParams()
  const view = views.find(({ view }) => view === address.get('view'))?.view ?? 'now'
  const settings = useCall(readFeeSettings, undefined, 30_000)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Heading name="Fees and limits" className="mr-auto" />
        {mayRule && settings.data && (
          <>
            <ChangeGas gas={settings.data.gas} />
            <Draft of={settings.data} />
          </>
        )}
      </div>
      <Views label="Parts of the settings" views={views} shown={view} />
      <Pending of={{ act: 'changeFees' }} />
      <Pending of={{ act: 'changeGas' }} />
      {view === 'versions' ? (
        <Versions call={listFeeVersions} />
      ) : (
        <Loaded query={settings}>{(read) => <AsTheyAre of={read} />}</Loaded>
      )}
    </>
  )
}

type Settings = FeeSettings['now']
type AmountName = Exclude<keyof Settings, ShareName>
type ShareName = 'sendFee' | 'withdrawalFee'

const shares = [
  ['sendFee', fieldNames.send_fee],
  ['withdrawalFee', fieldNames.withdrawal_fee],
] as const satisfies readonly (readonly [ShareName, string])[]

const amounts = [
  ['smallestDeposit', fieldNames.smallest_deposit],
  ['smallestWithdrawal', fieldNames.smallest_withdrawal],
  ['hintFrom', fieldNames.hint_from],
  ['hintTo', fieldNames.hint_to],
  ['reviewAbove', fieldNames.review_above],
  ['playerHour', fieldNames.player_hour],
  ['playerDay', fieldNames.player_day],
  ['houseHour', fieldNames.house_hour],
  ['houseDay', fieldNames.house_day],
] as const satisfies readonly (readonly [AmountName, string])[]

interface Line {
  readonly what: string
  readonly now: string
  readonly first: string
}

const AsTheyAre = ({
  of: { version, now, first, smallestWithdrawalNow, gas, month },
}: {
  of: FeeSettings
}) => (
  <>
    <Table
      name={`Version ${version}`}
      rows={[
        ...shares.map(
          ([name, what]): Line => ({
            what,
            now: shareText(now[name]),
            first: shareText(first[name]),
          }),
        ),
        ...amounts.map(
          ([name, what]): Line => ({ what, now: fkr(now[name]), first: fkr(first[name]) }),
        ),
      ]}
      keyOf={({ what }) => what}
      empty=""
      columns={[
        { head: 'What', text: ({ what }) => what },
        { head: 'Now', text: ({ now }) => now, right: true },
        { head: 'Specified', text: ({ first }) => first, right: true },
      ]}
    />
    <Card className="mt-5 p-4">
      <Facts
        facts={[
          ['Smallest withdrawal whose fee pays its gas now', fkr(smallestWithdrawalNow)],
          [fieldNames.coin_price, fkr(gas.coinPrice)],
          [fieldNames.most_gwei, String(gas.mostGwei)],
          ['Sent in 30 days', fkr(month.sent)],
          ['Fees of what was sent', fkr(month.sendFees)],
          ['Withdrawn in 30 days', fkr(month.paidOut)],
          ['Fees of what was withdrawn', fkr(month.withdrawalFees)],
        ]}
      />
    </Card>
    <p className="mt-3 max-w-[48rem] text-sm text-ink2">
      Stakes’ bounds are <DeskLink to="/games">each game’s</DeskLink>; what friends earn and its
      caps are <DeskLink to="/referral?view=terms">the referral terms</DeskLink>; the sums that take
      two people are at <DeskLink to="/payouts">Payouts</DeskLink>. A send or a withdrawal costs
      what its player saw: who has the old fee on screen is shown the new one.
    </p>
  </>
)

const ChangeGas = ({ gas: { coinPrice, mostGwei } }: { gas: FeeSettings['gas'] }) => (
  <ActButton
    act={changeGas}
    fields={
      <>
        <AmountInput label={`${fieldNames.coin_price}, fkr`} name="coinPrice" now={coinPrice} />
        <Field
          label={fieldNames.most_gwei}
          name="mostGwei"
          type="number"
          min={1}
          max={1_000_000}
          required
          defaultValue={mostGwei}
        />
      </>
    }
    inputOf={(reason, form) => {
      const most = Number(form.get('mostGwei'))
      return {
        coinPrice: changedIn(form, 'coinPrice', coinPrice),
        mostGwei: most === mostGwei ? undefined : most,
        reason,
      }
    }}
  />
)

function Draft({ of }: { of: FeeSettings }) {
  const { version, now } = of
  return (
    <ActButton
      act={changeFees}
      look="butter"
      fields={<DraftFields of={of} />}
      inputOf={(reason, form) => ({ version, ...settingsIn(form, now), reason })}
    />
  )
}

function DraftFields({ of }: { of: FeeSettings }) {
  const { now } = of
  const [draft, setDraft] = useState(now)
  const follow = ({ currentTarget }: InputEvent<HTMLElement>) => {
    const form = currentTarget.closest('form')
    if (form) setDraft(settingsIn(new FormData(form), now))
  }
  return (
    <div onInput={follow}>
      <div className="field-pairs">
        {shares.map(([name, label]) => (
          <Field
            key={name}
            label={`${label}, %`}
            name={name}
            type="number"
            min={name === 'sendFee' ? 0 : 1}
            max={name === 'sendFee' ? 20 : 50}
            step="0.01"
            required
            defaultValue={now[name] / 100}
          />
        ))}
        {amounts.map(([name, label]) => (
          <AmountInput key={name} label={`${label}, fkr`} name={name} now={now[name]} />
        ))}
      </div>
      <Meaning of={of} draft={draft} />
    </div>
  )
}

/** What a draft means in fkr, by an example and by the last 30 days. */
function Meaning({ of: { now, month }, draft }: { of: FeeSettings; draft: Settings }) {
  const hundred = hundredths(10_000n)
  const lines = shares
    .filter(([name]) => draft[name] !== now[name])
    .map(([name]) => {
      const arrives = (share: number) => fkr(subtract(hundred, feeOf(hundred, share)))
      const [what, moved, fees] =
        name === 'sendFee'
          ? ['send', month.sent, month.sendFees]
          : ['withdrawal', month.paidOut, month.withdrawalFees]
      return `Of a ${what} of 100 fkr ${arrives(draft[name])} arrive, now ${arrives(now[name])}. The last 30 days’ would have cost ${fkr(feeOf(moved, draft[name]))}, and cost ${fkr(fees)}.`
    })
  return (
    <div role="status" className="mt-3 text-sm text-ink2">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** The settings in a form; a field that can’t be read keeps its present value. */
function settingsIn(form: FormData, now: Settings): Settings {
  const share = (name: ShareName) => Math.round(Number(form.get(name) || now[name] / 100) * 100)
  const amount = (name: AmountName): Money => amountIn(form, name, now[name])
  return {
    sendFee: share('sendFee'),
    withdrawalFee: share('withdrawalFee'),
    smallestDeposit: amount('smallestDeposit'),
    smallestWithdrawal: amount('smallestWithdrawal'),
    hintFrom: amount('hintFrom'),
    hintTo: amount('hintTo'),
    reviewAbove: amount('reviewAbove'),
    playerHour: amount('playerHour'),
    playerDay: amount('playerDay'),
    houseHour: amount('houseHour'),
    houseDay: amount('houseDay'),
  }
}
