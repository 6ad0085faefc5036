import { noteSafety, type RiskSign } from '@pipkin/contract/desk'
import { ActButton } from './act-button.tsx'

/* Signs of risk in words. The numbers are the server's. */

const words: Readonly<Record<RiskSign['sign'], (sign: RiskSign) => string>> = {
  chasing: ({ rows, level }) => `${rows} deposits within ${level} minutes after a loss`,
  deposits: ({ rows }) => `${rows} deposits`,
  sessions: ({ rows, level }) => `${rows} sessions of ${level} minutes and more`,
  nights: ({ rows, level }) =>
    `bets in ${rows} nights between 0 and ${level} o’clock of the player’s zone`,
  stakes: ({ rows, level }) =>
    `${rows} days with ${level} % and more of the stakes of an average day before`,
  limits: ({ rows }) => `${rows} warnings that most of a limit is used`,
  raises: ({ rows }) => `${rows} limits raised or ended, or asked to be`,
  breaks: ({ rows }) => `${rows} breaks begun`,
}

/** `4 deposits within 30 minutes after a loss in 7 days (3 points; from 3 on)` */
export const signText = (sign: RiskSign): string => {
  const { days, points, threshold } = sign
  const span = days === 1 ? '24 hours' : `${days} days`
  const worth = points === 1 ? '1 point' : `${points} points`
  return `${words[sign.sign](sign)} in ${span} (${worth}; from ${threshold} on)`
}

/** Notes what was done about a player at risk. */
export const NoteSafety = ({ player }: { player: number }) => (
  <ActButton
    act={noteSafety}
    about={`player ${player}`}
    inputOf={(reason) => ({ player, reason })}
  />
)
