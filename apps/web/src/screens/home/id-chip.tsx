import type { Session } from '../../shell/session.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The player's id; a press copies it. */
export function IdChip({ player }: { player: Session }) {
  return (
    <CopyButton
      label={`Copy ID ${player.id}`}
      text={String(player.id)}
      copied="ID copied"
      size={15}
      className="flex h-11 shrink-0 items-center gap-1.5 rounded-full bg-glaze2 px-2.75 text-sm font-640 whitespace-nowrap"
    >
      ID {player.id}
    </CopyButton>
  )
}
