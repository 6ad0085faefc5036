/** The meaning of a colour. Text or an icon always carries it too. */
export type Tone = 'win' | 'loss' | 'pending' | 'tie' | 'info' | 'mute' | 'butter'
/** The four games' tints, reused as plain labels. */
export type World = 'mines' | 'slot' | 'guess' | 'ttt'

export const toneTint: Record<Tone, string> = {
  win: 'bg-win-tint text-win',
  loss: 'bg-loss-tint text-loss',
  pending: 'bg-pending-tint text-pending',
  tie: 'bg-tie-tint text-tie',
  info: 'bg-info-tint text-info',
  mute: 'bg-sunken text-ink2',
  butter: 'bg-butter-tint text-ink',
}

export const worldTint: Record<World, string> = {
  mines: 'bg-mines text-mines-ink',
  slot: 'bg-slot text-slot-ink',
  guess: 'bg-guess text-guess-ink',
  ttt: 'bg-ttt text-ttt-ink',
}

/**
 * The class that sets a game's colours for everything inside (`bg-world`, `text-world-ink`,
 * `bg-world-board`).
 */
export const worldClass: Record<World, string> = {
  mines: 'world-mines',
  slot: 'world-slot',
  guess: 'world-guess',
  ttt: 'world-ttt',
}
