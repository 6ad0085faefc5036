import {
  changeReferralTerms,
  type DeskReferralTerms,
  readReferralTerms,
} from '@pipkin/contract/desk'
import { fieldNames } from '@pipkin/contract/desk/field-names'
import { moneyText } from '@pipkin/money'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AmountInput, AmountsInput, amountIn, amountsIn } from '../parts/amount-input.tsx'
import { Facts, fkr } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending } from '../parts/pending.tsx'

/** The terms of friends who come from now on, and a draft of others. */
export function Terms({ mayOffer }: { mayOffer: boolean }) {
  const terms = useCall(readReferralTerms, undefined, 30_000)
  return (
    <>
      <Pending of={{ act: 'changeReferralTerms' }} />
      <Loaded query={terms}>
        {(read) => (
          <Card className="mt-5 p-4">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <h2 className="text-h2">Version {read.version}</h2>
              {mayOffer && <DraftTerms terms={read} />}
            </div>
            <Facts
              facts={[
                [fieldNames.friend_reward, fkr(read.friend)],
                [fieldNames.level_rewards, `${levelsText(read) || '0'} fkr`],
                ...termAmounts.map(([name, label]) => [label, fkr(read[name])] as const),
                [fieldNames.review_after_days, String(read.reviewAfterDays)],
              ]}
            />
            <p className="mt-3 text-sm text-ink2">
              For friends who come from now on: rewards that were given keep the terms of their day.
            </p>
          </Card>
        )}
      </Loaded>
    </>
  )
}

const termAmounts = [
  ['deposits', fieldNames.unlock_deposits],
  ['staked', fieldNames.unlock_staked],
  ['dailyBudget', fieldNames.daily_budget],
  ['referrerDay', fieldNames.referrer_day],
  ['referrerTotal', fieldNames.referrer_total],
] as const

const levelsText = ({ levels }: DeskReferralTerms): string =>
  levels.map((level) => moneyText(level)).join(', ')

const DraftTerms = ({ terms }: { terms: DeskReferralTerms }) => (
  <ActButton
    act={changeReferralTerms}
    look="butter"
    fields={
      <div className="field-pairs">
        <AmountInput label={`${fieldNames.friend_reward}, fkr`} name="friend" now={terms.friend} />
        <AmountsInput label={`${fieldNames.level_rewards}, fkr`} name="levels" now={terms.levels} />
        {termAmounts.map(([name, label]) => (
          <AmountInput key={name} label={`${label}, fkr`} name={name} now={terms[name]} />
        ))}
        <Field
          label={fieldNames.review_after_days}
          name="reviewAfterDays"
          type="number"
          min={0}
          max={3_650}
          required
          defaultValue={terms.reviewAfterDays}
        />
      </div>
    }
    inputOf={(reason, form) => ({
      version: terms.version,
      friend: amountIn(form, 'friend', terms.friend),
      levels: amountsIn(form, 'levels'),
      deposits: amountIn(form, 'deposits', terms.deposits),
      staked: amountIn(form, 'staked', terms.staked),
      dailyBudget: amountIn(form, 'dailyBudget', terms.dailyBudget),
      referrerDay: amountIn(form, 'referrerDay', terms.referrerDay),
      referrerTotal: amountIn(form, 'referrerTotal', terms.referrerTotal),
      reviewAfterDays: Number(form.get('reviewAfterDays')),
      reason,
    })}
  />
)
