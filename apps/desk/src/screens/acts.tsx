import { listActs } from '@pipkin/contract/desk'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { useCall } from '../call.ts'
import { Changes, changesText } from '../parts/changes.tsx'
import { when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Table } from '../parts/table.tsx'

/** What operators did, newest first; the filter and the place are in the address. */
export function Acts() {
  const [address, setAddress] = useSearchParams()
  const about = address.get('about') ?? ''
  const cursor = address.get('before') ?? undefined
  const page = useCall(listActs, { about: about || undefined, cursor, limit: 50 })
  return (
    <>
      <h1 className="text-h1">Acts</h1>
      <search>
        <form
          className="flex items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            const given = String(new FormData(event.currentTarget).get('about')).trim()
            setAddress(given ? { about: given } : {})
          }}
        >
          <Field
            key={about}
            label="About: a player's id, an address, a game"
            name="about"
            type="search"
            defaultValue={about}
            dense
            className="mt-3.5 grow"
          />
          <Button size="medium" look="line" type="submit">
            Filter
          </Button>
        </form>
      </search>
      <Loaded query={page}>
        {({ acts, next }) => (
          <>
            <Table
              name="Done"
              rows={acts}
              keyOf={({ n }) => n}
              empty="There is no such act."
              columns={[
                { head: 'No.', text: ({ n }) => String(n), right: true },
                { head: 'When', text: ({ at }) => when(at) },
                { head: 'Who', text: ({ operator }) => operator },
                { head: 'What', text: ({ act }) => act },
                { head: 'About', text: ({ about }) => about },
                { head: 'Why', text: ({ reason }) => reason },
                {
                  head: 'Changed',
                  show: ({ changes }) => <Changes changes={changes} />,
                  text: ({ changes }) => changesText(changes),
                },
                { head: 'Hash', text: ({ hash }) => hash.slice(0, 12) },
              ]}
            />
            {next && (
              <Link
                to={`?${new URLSearchParams({ ...(about && { about }), before: next })}`}
                className="mt-4 inline-block text-link underline"
              >
                Earlier ones
              </Link>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
