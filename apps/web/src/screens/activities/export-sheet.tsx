import { exportHistory } from '@pipkin/contract'
import { FileJson, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../api/fetch-file.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toasts.ts'
import { type Period, periods, rangeOf } from './period.ts'

const formats = [
  {
    format: 'csv',
    title: 'Activity as CSV',
    note: 'A table for your own books',
    icon: FileSpreadsheet,
  },
  {
    format: 'proofs',
    title: 'Proofs as JSON',
    note: 'Every round, for the verifier',
    icon: FileJson,
  },
] as const
type Format = (typeof formats)[number]['format']

export interface ExportSheetProps {
  playerId: number
  period: Period
  open: boolean
  onClose: () => void
}

/** Downloads the period's rounds: as a table, or as proofs for the verifier. */
export default function ExportSheet({ playerId, period, open, onClose }: ExportSheetProps) {
  const [fetching, setFetching] = useState<readonly Format[]>([])
  const isHere = useStillHere(open)
  const label = periods.find(({ value }) => value === period)?.label

  async function save(format: Format) {
    if (fetching.includes(format)) return
    setFetching((others) => [...others, format])
    const range = rangeOf(period, new Date())
    const result = await fetchFile(exportHistory, { player: playerId, ...range, format })
    setFetching((all) => all.filter((one) => one !== format))
    if (!result.ok) return toast.error(failureMessage(result))
    saveFile(result.file, result.fileName)
    // Another period's sheet may be open by now.
    if (isHere()) onClose()
  }

  return (
    <Sheet open={open} onClose={onClose} title="Download history">
      <p className="mt-0.5 mb-3 text-sm text-ink2">{label}</p>
      <List className="lined">
        {formats.map(({ format, title, note, icon: Icon }) => (
          <ListRow
            key={format}
            start={
              <IconTile>
                <Icon size={20} />
              </IconTile>
            }
            title={title}
            note={fetching.includes(format) ? 'On its way…' : note}
            onPress={() => void save(format)}
          />
        ))}
      </List>
    </Sheet>
  )
}
