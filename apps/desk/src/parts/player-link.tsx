import { Link } from 'react-router'

/** A player's id, which leads to the player's page. */
export const PlayerLink = ({ player }: { player: number }) => (
  <Link to={`/players/${player}`} className="text-link underline">
    {player}
  </Link>
)
