/** The meaning of a colour. Text or an icon always carries it too. */
export type Tone = 'win' | 'loss' | 'pending' | 'tie' | 'info' | 'mute' | 'butter'
/** The tints of games and of plain labels. */
export type Tint = 'leaf' | 'rose' | 'sky' | 'peach'

/** The classes of a small area in a tone: its fill, and the ink on it. */
export const toneTint: Record<Tone, string> = {
  win: 'bg-win-tint text-win',
  loss: 'bg-loss-tint text-loss',
  pending: 'bg-pending-tint text-pending',
  tie: 'bg-tie-tint text-tie',
  info: 'bg-info-tint text-info',
  mute: 'bg-sunken text-ink2',
  butter: 'bg-butter-tint text-ink',
}

/** The same in a tint. */
export const tintFill: Record<Tint, string> = {
  leaf: 'bg-leaf text-leaf-ink',
  rose: 'bg-rose text-rose-ink',
  sky: 'bg-sky text-sky-ink',
  peach: 'bg-peach text-peach-ink',
}

/**
 * The class that sets a tint's colours for everything inside (`bg-tint`, `text-tint-ink`,
 * `bg-tint-board`).
 */
export const tintClass: Record<Tint, string> = {
  leaf: 'tint-leaf',
  rose: 'tint-rose',
  sky: 'tint-sky',
  peach: 'tint-peach',
}
