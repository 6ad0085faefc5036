import {
  type Accepted,
  actNames,
  draftTerms,
  dropTerms,
  listAccepted,
  listTerms,
  publishTerms,
  type TermsVersion,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { TextArea } from '../../../web/src/ui/text-area.tsx'
import { serverTime, useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AddressForm } from '../parts/address-form.tsx'
import { when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Pending, useProposed } from '../parts/pending.tsx'
import { playerIdInput } from '../parts/player-link.tsx'
import { ReplacedDraft } from '../parts/replaced-draft.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { TimeInput, timeIn } from '../parts/time-input.tsx'
import { whoColumn } from '../parts/who.tsx'

const publishing = { act: publishTerms.name }

/** The terms as versions, and who has accepted which. */
export function Terms({ mayRule }: { mayRule: boolean }) {
  const versions = useCall(listTerms, undefined, 15_000)
  return (
    <>
      {mayRule && <Pending of={publishing} />}
      <Loaded query={versions}>
        {(versions) => {
          const draft = versions.find(({ version }) => version === null)
          return (
            <>
              {draft ? (
                <Draft draft={draft} mayRule={mayRule} />
              ) : (
                mayRule && (
                  <div className="mt-4 flex">
                    <DraftTerms last={versions[0]} />
                  </div>
                )
              )}
              <Table
                name="Versions"
                rows={versions.filter(({ version }) => version !== null)}
                keyOf={({ id }) => id}
                empty="No version was published: players see version 1, which the app comes with."
                columns={versionColumns}
              />
            </>
          )
        }}
      </Loaded>
      <AcceptedBy />
    </>
  )
}

function Draft({ draft, mayRule }: { draft: TermsVersion; mayRule: boolean }) {
  const ofTerms = (reason: string) => ({ terms: draft.id, reason })
  const isProposed = useProposed(publishing)
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-h2">Draft by {draft.madeBy}</h2>
        {mayRule && (
          <>
            {!isProposed(publishTerms) && <ActButton act={publishTerms} inputOf={ofTerms} />}
            <DraftTerms label={`${actNames.draftTerms} anew`} last={draft} />
            <ActButton act={dropTerms} inputOf={ofTerms} />
          </>
        )}
      </div>
      <p className="mt-1 text-sm text-ink2">
        In effect from {when(draft.effectiveAt)}. From then on nobody deposits before accepting it.
      </p>
      <Words name="The draft">{draft.words}</Words>
    </Card>
  )
}

/** A long text scrolls by itself, by keys too. */
const Words = ({ name, children }: { name: string; children: string }) => (
  <Card className="mt-3 max-h-80 overflow-y-auto p-3" tabIndex={0} role="group" aria-label={name}>
    <p className="max-w-3xl text-sm whitespace-pre-line wrap-anywhere">{children}</p>
  </Card>
)

const DraftTerms = ({
  label = actNames.draftTerms,
  last,
}: {
  label?: string
  last: TermsVersion | undefined
}) => {
  const replaced = last?.version === null ? last : null
  return (
    <ActButton
      act={draftTerms}
      label={label}
      fields={
        <>
          {replaced && <ReplacedDraft by={replaced.madeBy} />}
          <TextArea
            label="Text"
            name="words"
            rows={12}
            required
            maxLength={20_000}
            defaultValue={last?.words}
          />
          <TimeInput
            label="In effect from"
            name="effective"
            at={replaced?.effectiveAt ?? new Date(serverTime().getTime() + 14 * 86_400_000)}
            hint="Players are asked as soon as it is published."
          />
        </>
      }
      inputOf={(reason, form) => ({
        replaces: replaced?.id ?? null,
        words: String(form.get('words')),
        effective: timeIn(form, 'effective'),
        reason,
      })}
    />
  )
}

const versionColumns: readonly Column<TermsVersion>[] = [
  { head: 'Version', text: ({ version }) => String(version) },
  { head: 'In effect from', text: ({ effectiveAt }) => when(effectiveAt) },
  { head: 'Published', text: ({ publishedAt }) => when(publishedAt) },
  { head: 'By', text: ({ madeBy }) => madeBy },
  {
    head: 'Accepted by',
    text: ({ accepted }) => String(accepted),
    show: ({ accepted }) => accepted.toLocaleString('en'),
    right: true,
  },
  {
    head: 'Text',
    text: ({ words }) => words,
    show: ({ version, words }) => (
      <details className="max-w-2xl">
        <summary className="cursor-pointer text-link">{words.length} letters</summary>
        <Words name={`Version ${version}`}>{words}</Words>
      </details>
    ),
  },
]

function AcceptedBy() {
  const [address, setAddress] = useSearchParams()
  const player = address.get('player') ?? ''
  const asked = { player: /^\d{8}$/.test(player) ? Number(player) : undefined }
  return (
    <>
      <AddressForm
        at={player}
        onSend={(form) => {
          const given = String(form.get('player')).trim()
          setAddress({ view: 'terms', ...(given && { player: given }) })
        }}
        className="mt-5 flex items-end gap-3"
      >
        <Field
          label="Accepted by: a player's id"
          name="player"
          type="search"
          {...playerIdInput}
          defaultValue={player}
          dense
          className="mt-3.5 min-w-0 grow"
        />
        <Button size="medium" look="line" type="submit">
          Filter
        </Button>
      </AddressForm>
      <PagedTable
        call={listAccepted}
        inputOf={(page) => ({ ...asked, ...page })}
        pageOf={({ accepted, next }) => [accepted, next]}
        cursor="after"
        keep={{ view: 'terms', player }}
        more="Earlier ones"
        name="Accepted"
        keyOf={({ player, version }) => `${player} ${version}`}
        empty="Nobody has accepted a version yet."
        columns={acceptedColumns}
      />
    </>
  )
}

const acceptedColumns: readonly Column<Accepted>[] = [
  whoColumn,
  { head: 'Version', text: ({ version }) => String(version) },
  { head: 'When', text: ({ at }) => when(at) },
]
