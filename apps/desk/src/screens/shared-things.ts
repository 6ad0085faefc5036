/** Why a friend's rewards wait, and what friends share, in words. */
const words: Readonly<Record<string, string>> = {
  address: 'address',
  network: 'network',
  cap: 'referrer over a cap',
  time: 'too little play',
}

export const reasonText = (reason: string): string => words[reason] ?? reason
export const sharesText = (shares: readonly string[]): string =>
  shares.map(reasonText).join(', ') || '–'
