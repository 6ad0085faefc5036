import { Link } from 'react-router'
import type { Column } from './table.tsx'

interface Who {
  readonly player: number
  readonly name: string | null
}

const nameOf = ({ name }: Who): string => name || 'closed account'

/** The column of a player's name and id, which leads to the player's page. */
export const whoColumn: Column<Who> = {
  head: 'Player',
  text: (who) => `${nameOf(who)} ${who.player}`,
  // Apart, or the id would come before a name in Arabic.
  show: (who) => (
    <Link to={`/players/${who.player}`} className="text-link underline">
      <bdi>{nameOf(who)}</bdi> {who.player}
    </Link>
  ),
}
