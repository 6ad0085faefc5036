/** A name as other players see it: the first name and an initial, `Meera N.` */
export function publicName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  const [initial] = others.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
