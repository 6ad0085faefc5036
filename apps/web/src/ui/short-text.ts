/** The two ends of a text that is too long to be read: `567956a969…85fcea94`. */
export const shortText = (text: string, head = 10, tail = 8): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
