import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Period } from './period.ts'

const ExportSheet = lazyPart(() => import('./export-sheet.tsx'))

/** Opens the sheet that downloads the period's rounds. */
export function ExportHistory({ playerId, period }: { playerId: number; period: Period }) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const ask = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton label="Download history" outlined onClick={ask}>
        <Download size={20} aria-hidden />
      </IconButton>
      {asked && (
        <ExportSheet
          key={period}
          playerId={playerId}
          period={period}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
