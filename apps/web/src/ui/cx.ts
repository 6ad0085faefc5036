/** Joins class names; what is false or undefined falls away. */
export const cx = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ')
