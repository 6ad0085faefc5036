import type { Answer } from '@pipkin/contract'
import type { listFeeVersions, listTermVersions } from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Changes, changesText } from './changes.tsx'
import { when } from './facts.tsx'
import { PagedTable } from './paged-table.tsx'
import type { Column } from './table.tsx'

/** Every version of some settings, the newest first: who changed what, and why. */
export function Versions({ call }: { call: typeof listFeeVersions | typeof listTermVersions }) {
  const [address] = useSearchParams()
  return (
    <PagedTable
      call={call}
      inputOf={(page) => page}
      pageOf={({ versions, next }) => [versions, next]}
      cursor="before"
      keep={{ view: address.get('view') ?? undefined }}
      more="Earlier ones"
      name="Versions"
      keyOf={({ version }) => version}
      empty="There is no earlier version."
      columns={columns}
    />
  )
}

const columns: readonly Column<Answer<typeof listFeeVersions>['versions'][number]>[] = [
  { head: 'Version', text: ({ version }) => String(version), right: true },
  { head: 'Since', text: ({ at }) => when(at) },
  { head: 'Who', text: ({ madeBy }) => madeBy },
  { head: 'Why', text: ({ reason }) => reason },
  {
    head: 'Changed',
    show: ({ changes, version }) => (version === 1 ? 'the first' : <Changes changes={changes} />),
    text: ({ changes }) => changesText(changes),
  },
]
