import { DeskLink } from './desk-link.tsx'
import { PlayerLink } from './player-link.tsx'
import type { Column } from './table.tsx'

interface Who {
  readonly player: number
  readonly name: string | null
}

const nameOf = ({ name }: Pick<Who, 'name'>): string => name || 'closed account'

/** A player's name and id. */
export const whoText = (who: Who): string => `${nameOf(who)} ${who.player}`

/** The same on a screen: apart, or the id would come before a name in Arabic. */
export const WhoName = ({ who }: { who: Who }) => (
  <>
    <bdi>{nameOf(who)}</bdi> {who.player}
  </>
)

interface WhoLinkProps {
  who: Who
  /** The player's page by default. */
  to?: string
  className?: string
}

/** The same, as a link. */
export const WhoLink = ({ who, to = `/players/${who.player}`, className }: WhoLinkProps) => (
  <DeskLink to={to} className={className}>
    <WhoName who={who} />
  </DeskLink>
)

/** The column of a player's name and id. */
export const whoColumn: Column<Who> = {
  head: 'Player',
  text: whoText,
  show: (who) => <WhoLink who={who} />,
}

/** A column of the id of a player of each row, if there is one. */
export const idColumn = <Row,>(head: string, of: (row: Row) => number | null): Column<Row> => ({
  head,
  text: (row) => String(of(row) ?? '–'),
  show: (row) => {
    const player = of(row)
    return player === null ? '–' : <PlayerLink player={player} />
  },
})

/** The column of a player's id alone. */
export const playerColumn = idColumn('Player', ({ player }: Pick<Who, 'player'>) => player)

export const nameColumn: Column<Pick<Who, 'name'>> = { head: 'Name', text: nameOf }
