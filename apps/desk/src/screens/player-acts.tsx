import {
  adjustBalance,
  type Duty,
  endSessions,
  wallets as fourWallets,
  freezePlayer,
  type PlayerSheet,
  resetFactor,
  showContact,
  unfreezePlayer,
  walletNames,
} from '@pipkin/contract/desk'
import { parseMoney, zero } from '@pipkin/money'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { amountText } from '../parts/amount-input.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts } from '../parts/facts.tsx'
import { useProposed } from '../parts/pending.tsx'

/** What the operator may do to a player: `who`, as the acts name it. */
export function PlayerActs(props: { sheet: PlayerSheet; who: string; duties: readonly Duty[] }) {
  const { sheet, who, duties } = props
  const { player } = sheet
  const ofReason = (reason: string) => ({ player, reason })
  const isProposed = useProposed({ about: String(player) })
  const freezing = sheet.frozenByHouse ? unfreezePlayer : freezePlayer
  return (
    <>
      <ActButton
        act={showContact}
        about={who}
        inputOf={ofReason}
        after={({ mobile, email }) => (
          <Facts
            facts={[
              ['Phone', mobile ?? '–'],
              ['E-mail', email ?? '–'],
            ]}
          />
        )}
      />
      {duties.includes('answer') && sheet.closedAt === null && (
        <DeskLink to={`/notices?view=draft&to=${player}`}>Write to the player</DeskLink>
      )}
      {duties.includes('restrict') && (
        <>
          <ActButton act={endSessions} about={who} inputOf={ofReason} />
          {!isProposed(freezing) && <ActButton act={freezing} about={who} inputOf={ofReason} />}
        </>
      )}
      {duties.includes('rule') && sheet.closedAt === null && (
        <ActButton
          act={adjustBalance}
          about={who}
          fields={<AdjustmentFields />}
          inputOf={(reason, form) => ({
            player,
            wallet: fourWallets.find((wallet) => wallet === form.get('wallet')) ?? 'deposit',
            amount: parseMoney(String(form.get('amount'))) ?? zero,
            note: String(form.get('note')),
            reason,
          })}
        />
      )}
      {duties.includes('rule') &&
        (sheet.hasApp || sheet.passkeys > 0) &&
        !isProposed(resetFactor) && <ActButton act={resetFactor} about={who} inputOf={ofReason} />}
    </>
  )
}

const AdjustmentFields = () => (
  <>
    <SelectField
      label="Wallet"
      name="wallet"
      placeholder="Choose"
      dense
      className="mt-3.5"
      defaultValue="deposit"
      options={fourWallets.map((value) => ({ value, label: walletNames[value] }))}
    />
    <Field
      label="Amount (fkr)"
      name="amount"
      {...amountText}
      required
      pattern={`-?${amountText.pattern}`}
      hint="With a minus it is taken away: only what is neither locked nor held."
    />
    <Field
      label="Note"
      name="note"
      required
      minLength={3}
      maxLength={200}
      autoComplete="off"
      hint="The player reads it beside the transaction."
    />
  </>
)
