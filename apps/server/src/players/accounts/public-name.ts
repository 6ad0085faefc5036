/** A name as other players see it: the first name and an initial, `Meera N.` */
export function publicName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  const [initial] = others.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}

/** A player as others see them: `Meera N.`, or `Player ••42` where the name is hidden. */
export const shownName = (player: { id: number; name: string; isShown: boolean }): string =>
  nameOf(player.id, player.isShown ? player.name : null)

/** The same, for a name that is null where it is hidden. */
export const nameOf = (id: number, name: string | null): string =>
  name === null ? `Player ••${String(id).slice(-2)}` : publicName(name)
