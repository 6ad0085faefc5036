import { topPasswords } from './top-passwords.ts'

/** Words of this place, and what is common where its players live. */
const ofThisPlace = `
  pipkin game games player money lucky india india123 krishna ganesh sairam jaimatadi omsairam
  786786 cricket ilovegod admin123 administrator root user guest test1234 login default passcode
  password12 pass1234 p@ssw0rd facebook zxcv 1q2w abcd abcdef abcdefg aa123456`

const common = new Set([...topPasswords, ...ofThisPlace.trim().split(/\s+/)])

/**
 * What guessers try first: among the most common passwords, one character over and over, or a run
 * of digits. The server accepts these; the form warns.
 */
export function isCommonPassword(password: string): boolean {
  if (password.length < 4) return false
  return common.has(password.toLowerCase()) || /^(.)\1+$/u.test(password) || isRun(password)
}

const isRun = (text: string): boolean =>
  '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text)
