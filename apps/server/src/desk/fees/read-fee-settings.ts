import { hundredths } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const now = sql`
  select s.*, cashier.smallest_withdrawal() as smallest_now, f.*
  from cashier.settings s
  cross join (
    select coalesce(-sum(wallets) filter (where kind = 'send'), 0)::bigint as sent,
           coalesce(sum(fees) filter (where kind = 'send'), 0)::bigint as send_fees,
           coalesce(-sum(withdrawals) filter (where kind = 'withdraw_paid'), 0)::bigint
             as paid_out,
           coalesce(sum(fees) filter (where kind = 'withdraw_paid'), 0)::bigint
             as withdrawal_fees
    from activity.house
    where unit = 'day' and start > ledger.today() - 30 and kind in ('send', 'withdraw_paid')
  ) f`

interface SettingsRow {
  readonly version: number
  readonly send_fee: number
  readonly withdrawal_fee: number
  readonly smallest_deposit: bigint
  readonly smallest_withdrawal: bigint
  readonly hint_from: bigint
  readonly hint_to: bigint
  readonly review_above: bigint
  readonly player_hour: bigint
  readonly player_day: bigint
  readonly house_hour: bigint
  readonly house_day: bigint
}
interface NowRow extends SettingsRow {
  readonly coin_price: bigint
  readonly most_gas_price: bigint
  readonly smallest_now: bigint
  readonly sent: bigint
  readonly send_fees: bigint
  readonly paid_out: bigint
  readonly withdrawal_fees: bigint
}

const weiOfGwei = 1_000_000_000n

/** The first version, whose figures are JSON's. */
const first = sql`select settings from desk.list_versions('cashier', 2, 1)`
type FirstRow = { readonly settings: Readonly<Record<keyof SettingsRow, number>> }

/** Fees, minimums and limits, now and at first. */
export async function readFeeSettings({
  database,
}: DeskReadDeps): Promise<DeskResult<'readFeeSettings'>> {
  const [row, { settings }] = await Promise.all([
    one(database.rows<NowRow>(now)),
    one(database.rows<FirstRow>(first)),
  ])
  return done<'readFeeSettings'>({
    version: row.version,
    now: settingsOf(row),
    first: settingsOf(settings),
    smallestWithdrawalNow: hundredths(row.smallest_now),
    gas: {
      coinPrice: hundredths(row.coin_price),
      mostGwei: Number(row.most_gas_price / weiOfGwei),
    },
    month: {
      sent: hundredths(row.sent),
      sendFees: hundredths(row.send_fees),
      paidOut: hundredths(row.paid_out),
      withdrawalFees: hundredths(row.withdrawal_fees),
    },
  })
}

function settingsOf(row: Readonly<Record<keyof SettingsRow, number | bigint>>) {
  return {
    sendFee: Number(row.send_fee),
    withdrawalFee: Number(row.withdrawal_fee),
    smallestDeposit: hundredths(row.smallest_deposit),
    smallestWithdrawal: hundredths(row.smallest_withdrawal),
    hintFrom: hundredths(row.hint_from),
    hintTo: hundredths(row.hint_to),
    reviewAbove: hundredths(row.review_above),
    playerHour: hundredths(row.player_hour),
    playerDay: hundredths(row.player_day),
    houseHour: hundredths(row.house_hour),
    houseDay: hundredths(row.house_day),
  }
}
