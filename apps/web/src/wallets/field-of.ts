/** A field of an untrusted value; undefined if the value is no object or has no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
