import {
  actNames,
  changeLossBudget,
  type DeskGame,
  type DeskTerms,
  draftGame,
  dropDraft,
  publishGame,
  putGameBack,
  readGame,
  retireGame,
  switchGameOff,
  switchGameOn,
  type WhatIf,
} from '@pipkin/contract/desk'
import { fieldLabel, fieldName, fieldNames, gameValueText } from '@pipkin/contract/desk/field-names'
import { type Money, moneyText, parseMoney, zero } from '@pipkin/money'
import { useParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'
import { Field } from '../../../web/src/ui/field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AmountInput, amountIn } from '../parts/amount-input.tsx'
import { Changes } from '../parts/changes.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pending, useProposed } from '../parts/pending.tsx'
import { ReplacedDraft } from '../parts/replaced-draft.tsx'
import { type Column, Table } from '../parts/table.tsx'

/** A game as it is offered, its draft, and what each means. */
export function Game({ mayRule }: { mayRule: boolean }) {
  const game = Number(useParams().game)
  const read = useCall(readGame, { game }, 15_000)
  return (
    <Loaded query={read} heading="Game">
      {(answer) => <Sheet of={answer} mayRule={mayRule} />}
    </Loaded>
  )
}

function Sheet({ of, mayRule }: { of: DeskGame; mayRule: boolean }) {
  const { game, name, live, retired, seen, terms, whatIf, draft } = of
  const about = { about: `${name} (${game})` }
  const isProposed = useProposed(about)
  const switches = [live ? switchGameOff : switchGameOn, retired ? putGameBack : retireGame]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Heading name={name} />
        <span className="mr-auto flex gap-2">
          {retired ? (
            <Tag tone="mute">retired</Tag>
          ) : (
            <Tag tone={live ? 'win' : 'pending'}>{live ? 'on' : 'off'}</Tag>
          )}
        </span>
        {switches.map(
          (act) =>
            !isProposed(act) && (
              <ActButton
                key={act.name}
                act={act}
                about={name}
                inputOf={(reason) => ({ game, reason })}
              />
            ),
        )}
        {mayRule && whatIf.cap !== null && <ChangeLossBudget now={whatIf.cap} />}
        <ActButton
          act={draftGame}
          label={draft ? `${actNames.draftGame} anew` : actNames.draftGame}
          about={name}
          look={draft ? 'line' : 'butter'}
          fields={
            <>
              {draft && <ReplacedDraft by={draft.madeBy} />}
              <TermFields terms={draft?.terms ?? terms} />
            </>
          }
          inputOf={(reason, form) => ({
            game,
            replaces: draft?.draft ?? null,
            seen,
            ...termsOf(form, terms),
            reason,
          })}
        />
      </div>
      <Pending of={about} />
      {mayRule && whatIf.cap !== null && <Pending of={{ act: 'changeLossBudget' }} />}
      <Card className="mt-4 p-4">
        <Facts
          facts={[
            [fieldNames.minimum, fkr(terms.minimum)],
            [fieldNames.maximum, fkr(terms.maximum)],
            [fieldNames.step, fkr(terms.step)],
            [fieldNames.min_round_ms, gameValueText('min_round_ms', terms.minRoundMs)],
            [fieldNames.rounds_a_day, gameValueText('rounds_a_day', terms.roundsADay)],
            ...terms.rules.map(
              ({ name, value }) =>
                [fieldName(name), gameValueText(name, JSON.parse(value)) ?? value] as const,
            ),
          ]}
        />
      </Card>
      {draft && <DraftCard of={of} draft={draft} isProposed={isProposed(publishGame)} />}
      <Meaning now={whatIf} draft={draft?.whatIf ?? null} />
    </>
  )
}

const ChangeLossBudget = ({ now }: { now: Money }) => (
  <ActButton
    act={changeLossBudget}
    fields={<AmountInput label="In all games that best play wins, fkr" name="amount" now={now} />}
    inputOf={(reason, form) => ({ amount: amountIn(form, 'amount', now), reason })}
  />
)

function DraftCard({
  of: { name },
  draft,
  isProposed,
}: {
  of: DeskGame
  draft: NonNullable<DeskGame['draft']>
  isProposed: boolean
}) {
  const { percent } = draft.whatIf.best
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-h2">Draft</h2>
        <span className="mr-auto text-sm text-ink2">
          by {draft.madeBy}, {when(draft.madeAt)}
        </span>
        <ActButton
          act={dropDraft}
          about={name}
          inputOf={(reason) => ({ draft: draft.draft, reason })}
        />
        {!draft.outdated && !isProposed && (
          <ActButton
            act={publishGame}
            about={name}
            look="butter"
            fields={
              draft.whatIf.beyond && (
                <Field
                  label={`Best play would return ${percent} %: type this percentage again`}
                  name="again"
                  required
                  autoComplete="off"
                  hint="It is below the floor of 75 % or above the ceiling of 100 %."
                />
              )
            }
            inputOf={(reason, form) => ({
              draft: draft.draft,
              again: draft.whatIf.beyond ? String(form.get('again')) : undefined,
              reason,
            })}
          />
        )}
      </div>
      {draft.outdated && (
        <p className="mt-2 text-pending">
          The game has changed since this draft was made: draft it again.
        </p>
      )}
      <div className="mt-3 text-row">
        <Changes changes={draft.changes} />
      </div>
      {draft.whatIf.warning && <p className="mt-3 text-pending">{draft.whatIf.warning}</p>}
    </Card>
  )
}

interface Line {
  readonly what: string
  readonly now: string
  readonly draft: string
}

/** What the draft changes stands out. */
const draftColumn: Column<Line> = {
  head: 'By the draft',
  text: ({ draft }) => draft,
  show: ({ now, draft }) =>
    now === draft ? (
      <span className="text-ink2">as now</span>
    ) : (
      <b className="rounded-xs bg-pending-tint px-1.5 py-0.5 font-680 text-pending">{draft}</b>
    ),
  right: true,
}

/** What the terms mean, line by line: now, and by the draft. */
function Meaning({ now, draft }: { now: WhatIf; draft: WhatIf | null }) {
  const columns = [
    { head: 'What', text: ({ what }: Line) => what },
    {
      head: 'Now',
      text: ({ now }: Line) => now,
      // Best play is a sentence.
      show: ({ now }: Line) => <span className="whitespace-normal">{now}</span>,
      right: true as const,
    },
  ]
  return (
    <>
      <Table
        name="What it means"
        rows={linesOf(now, draft)}
        keyOf={({ what }) => what}
        empty=""
        columns={draft ? [...columns, draftColumn] : columns}
      />
      <p className="mt-3 max-w-[48rem] text-sm text-ink2">
        Costs are of best play at the load of the busier of today and yesterday (UTC); what the
        house keeps has a minus. The worst is what one in 1,000 such hours or days exceeds.
        {(draft ?? now).cap !== null &&
          ` A day’s losses stop at the cap of ${fkr((draft ?? now).cap ?? zero)}.`}
      </p>
    </>
  )
}

function linesOf(now: WhatIf, draft: WhatIf | null): readonly Line[] {
  const line = (what: string, of: (whatIf: WhatIf) => string | undefined): Line => ({
    what,
    now: of(now) ?? '–',
    draft: (draft && of(draft)) ?? '–',
  })
  const namesOf = (list: (whatIf: WhatIf) => readonly { readonly name: string }[]) => [
    ...new Set([now, draft].flatMap((one) => (one ? list(one).map(({ name }) => name) : []))),
  ]
  const endsOf = ({ ends }: WhatIf) =>
    ends.map(({ pays, ...end }) => ({ ...end, name: `${end.name}, ${pays / 100}×` }))
  const exactly = ({ percent, fraction }: { percent: string; fraction: string }) =>
    fraction.length > 24 ? `${percent} %` : `${percent} % (${fraction})`
  const find = <T extends { readonly name: string }>(list: readonly T[], name: string) =>
    list.find((one) => one.name === name)
  return [
    line('Best play returns', ({ best }) => exactly(best)),
    line('Best play', ({ bestPlay }) => bestPlay),
    ...namesOf(({ strategies }) => strategies).map((name) =>
      line(`Returns: ${name}`, ({ strategies }) => {
        const way = find(strategies, name)
        return way && exactly(way)
      }),
    ),
    ...namesOf(endsOf).map((name) =>
      line(`Ends of best play: ${name}`, (whatIf) => {
        const end = find(endsOf(whatIf), name)
        return end && `${end.percent} %`
      }),
    ),
    line('A round can cost', ({ round }) => fkr(round)),
    line('Rounds in the busiest hour', ({ hour }) => String(hour.rounds)),
    line('An hour costs on average', ({ hour }) => fkr(hour.mean)),
    line('The worst hour costs', ({ hour }) => fkr(hour.worst)),
    line('Rounds a day', ({ day }) => String(day.rounds)),
    line('A day costs on average', ({ day }) => fkr(day.mean)),
    line('The worst day costs', ({ day }) => fkr(day.worst)),
  ]
}

const limitFields = [
  ['minimum', `${fieldNames.minimum}, fkr`],
  ['maximum', `${fieldNames.maximum}, fkr`],
  ['step', `${fieldNames.step}, fkr`],
] as const

function TermFields({ terms }: { terms: DeskTerms }) {
  return (
    <div className="field-pairs">
      {limitFields.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          name={name}
          required
          inputMode="numeric"
          pattern="[0-9]+"
          defaultValue={moneyText(terms[name]).replaceAll(',', '')}
          autoComplete="off"
        />
      ))}
      <Field
        label={fieldLabel('min_round_ms')}
        name="minRoundMs"
        type="number"
        min={0}
        required
        defaultValue={terms.minRoundMs}
      />
      <Field
        label={fieldNames.rounds_a_day}
        name="roundsADay"
        type="number"
        min={1}
        placeholder="any number"
        defaultValue={terms.roundsADay ?? ''}
      />
      {terms.rules.map(({ name, value }) => (
        <Field
          key={name}
          label={fieldLabel(name)}
          name={`rules.${name}`}
          required
          defaultValue={value}
          autoComplete="off"
          className={cx('mt-3.5', value.startsWith('[') && 'col-span-2')}
        />
      ))}
    </div>
  )
}

/** The terms that a form holds; the rules' fields are those of `terms`. */
function termsOf(form: FormData, terms: DeskTerms): DeskTerms {
  const textOf = (name: string) => String(form.get(name) ?? '')
  const moneyOf = (name: string) => parseMoney(textOf(name)) ?? zero
  return {
    minimum: moneyOf('minimum'),
    maximum: moneyOf('maximum'),
    step: moneyOf('step'),
    minRoundMs: Number(textOf('minRoundMs')),
    roundsADay: textOf('roundsADay') === '' ? null : Number(textOf('roundsADay')),
    rules: terms.rules.map(({ name }) => ({ name, value: textOf(`rules.${name}`) })),
  }
}
