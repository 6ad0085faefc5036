/* A moment in a field of the browser's own time zone: `2026-11-22T18:30`. */

export const momentOf = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export const momentIn = (form: FormData, name: string): Date => new Date(String(form.get(name)))
