import type { listFeeVersions, listTermVersions } from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { everyPage, useCall } from '../call.ts'
import { Changes, changesText } from './changes.tsx'
import { when } from './facts.tsx'
import { Loaded } from './loaded.tsx'
import { Table } from './table.tsx'
import { NextPage } from './views.tsx'

/** Every version of some settings, the newest first: who changed what, and why. */
export function Versions({ call }: { call: typeof listFeeVersions | typeof listTermVersions }) {
  const [address] = useSearchParams()
  const page = useCall(call, { cursor: address.get('before') ?? undefined, limit: 50 })
  return (
    <Loaded query={page}>
      {({ versions, next }) => (
        <>
          <Table
            name="Versions"
            rows={versions}
            keyOf={({ version }) => version}
            empty="There is no earlier version."
            all={everyPage(
              call,
              (page) => page,
              ({ versions, next }) => [versions, next],
            )}
            columns={[
              { head: 'Version', text: ({ version }) => String(version), right: true },
              { head: 'Since', text: ({ at }) => when(at) },
              { head: 'Who', text: ({ madeBy }) => madeBy },
              { head: 'Why', text: ({ reason }) => reason },
              {
                head: 'Changed',
                show: ({ changes, version }) =>
                  version === 1 ? 'the first' : <Changes changes={changes} />,
                text: ({ changes }) => changesText(changes),
              },
            ]}
          />
          <NextPage next={next} keep={{ view: address.get('view') ?? undefined }} name="before">
            Earlier ones
          </NextPage>
        </>
      )}
    </Loaded>
  )
}
