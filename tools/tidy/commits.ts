import { execFileSync } from 'node:child_process'

/** The rule holds for commits from this moment on. */
const since = '2026-11-22T06:00:00Z'

/** The subjects of HEAD's commits since then, without merges; a shallow clone has fewer. */
export const recentSubjects = (): string[] =>
  execFileSync('git', ['log', '--no-merges', `--since=${since}`, '--format=%s'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((subject) => subject !== '')

/** What is wrong with a commit's subject; empty when it is an imperative of at most 72 columns. */
export function checkSubject(subject: string): string[] {
  const first = subject.split(' ', 1)[0] ?? ''
  return [
    ...([...subject].length > 72 ? [`${subject}: longer than 72 columns`] : []),
    ...(subject.endsWith('.') ? [`${subject}: ends with a full stop`] : []),
    ...(isImperative(first) ? [] : [`${subject}: begin with an imperative, such as “Add”`]),
  ]
}

/** By its form alone: a capitalised word that is no article or pronoun, and isn't inflected. */
const isImperative = (word: string): boolean =>
  /^(Bring|Embed|Focus)$/.test(word) ||
  (/^[A-Z][a-z]+$/.test(word) &&
    !/^(An?|The|It|This|That|What|Where|When|Each|Every|All|No|One)$/.test(word) &&
    !/([^s]s|[^e]ed|ing)$/.test(word))
