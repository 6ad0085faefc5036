import { Link } from 'react-router'
import type { Column } from './table.tsx'

interface Who {
  readonly player: number
  readonly name: string | null
}

const textOf = ({ player, name }: Who): string => `${name || 'closed account'} ${player}`

/** The column of a player's name and id, which leads to the player's page. */
export const whoColumn: Column<Who> = {
  head: 'Player',
  text: textOf,
  show: (row) => (
    <Link to={`/players/${row.player}`} className="text-link underline">
      {textOf(row)}
    </Link>
  ),
}
