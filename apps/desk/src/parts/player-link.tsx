import { DeskLink } from './desk-link.tsx'

/** A player's id, which leads to the player's page. */
export const PlayerLink = ({ player }: { player: number }) => (
  <DeskLink to={`/players/${player}`}>{player}</DeskLink>
)

/** The player whom an act or a proposal is about, if any: `10000001 x`. */
export const playerIn = (about: string): number | null =>
  /^\d{8}(?= |$)/.test(about) ? Number(about.slice(0, 8)) : null

/** What an act is about; a player's id in it leads to the player. */
export function About({ about }: { about: string }) {
  const player = playerIn(about)
  if (player === null) return about
  return (
    <>
      <PlayerLink player={player} />
      {about.slice(8)}
    </>
  )
}

/** What a field for a player's id takes; an id that was copied may come with spaces. */
export const playerIdInput = {
  inputMode: 'numeric',
  pattern: ' *[0-9]{8} *',
  title: 'A player’s id: eight digits',
} as const
