/** What guessers try first. The server accepts these passwords; the screen warns. */
const common = new Set(
  `
  password password1 password12 password123 passw0rd p@ssw0rd pass pass1234 passcode secret
  letmein welcome welcome1 admin admin123 administrator root user guest test test1234 login
  master hello hello123 changeme default qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwert asdf
  asdf1234 asdfgh asdfghjkl zxcv zxcvbn zxcvbnm 1q2w 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx
  q1w2e3r4 abc123 abcd abcd1234 abcdef abcdefg a1b2c3 aa123456 a123456 a1234567 12344321 123123
  123321 112233 121212 123qwe 159753 147258 147258369 789456 789456123 987654321 654321 7777777
  696969 666666 iloveyou ilovegod lovely love loveme princess sunshine dragon monkey football
  baseball cricket soccer shadow superman batman spiderman pokemon naruto starwars charlie
  michael jordan jennifer jessica ashley daniel george andrew nicole summer flower cookie freedom
  whatever trustno1 google facebook samsung computer internet killer hunter ranger buster access
  mustang india india123 krishna ganesh sairam jaimatadi omsairam 786786 1234 pipkin game games
  player money lucky`
    .trim()
    .split(/\s+/),
)

/** Among the most common passwords, one character over and over, or a run of digits. */
export function isCommonPassword(password: string): boolean {
  if (password.length < 4) return false
  return common.has(password.toLowerCase()) || /^(.)\1+$/u.test(password) || isRun(password)
}

const isRun = (text: string): boolean =>
  '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text)
