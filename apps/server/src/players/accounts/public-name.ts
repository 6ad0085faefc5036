/** A name as other players see it: the first name and an initial, `Meera N.` */
export function publicName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  const [initial] = others.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}

/** A player in the home page's lists: `Meera N.`, or `Player ••42` where the name is hidden. */
export const shownName = (player: { id: number; name: string; isShown: boolean }): string =>
  player.isShown ? publicName(player.name) : `Player ••${String(player.id).slice(-2)}`
