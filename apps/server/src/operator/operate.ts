import { parseArgs } from 'node:util'
import { hundredths, moneyText } from '@pipkin/money'
import { actsOfTwo, type Command, commands } from './commands.ts'
import { Misuse } from './typed-words.ts'
import { type OperatorDeps, type Outcome, refused, whyNoWarrant } from './warrant.ts'

/** Lists the commands. */
export const help = (): string =>
  [
    'npm run operator -- COMMAND … --by NAME --reason "WHY"',
    '',
    ...Object.entries(commands).flatMap(([name, command]) => [
      usageOf(name, command),
      `    ${command.says}`,
    ]),
    '',
    'By two people, in the back office alone:',
    ...Object.entries(actsOfTwo).map(([name, screen]) => `  ${name}: ${screen}`),
    '',
    'OPERATOR may give NAME. Amounts are in fkr. Each act is recorded for ever, with its name and reason (acts).',
  ].join('\n')

const usageOf = (name: string, { words, options = [] }: Command): string =>
  [
    '  ',
    name,
    ...words.map((word) => ` <${word}>`),
    ...options.map((option) => ` [--${option} …]`),
  ].join('')

/**
 * Runs one command of an operator (`argv` after `npm run operator --`). Answers the text to print,
 * or a sentence that says why the command was refused.
 */
export async function operate(
  deps: OperatorDeps,
  argv: readonly string[],
  operator: string | undefined,
): Promise<Outcome<string>> {
  const [name = '', ...rest] = argv
  if (Object.hasOwn(actsOfTwo, name))
    return refused(
      `This takes two people: propose it in the back office, under ${actsOfTwo[name]}.`,
    )
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return refused(`There is no command "${name}"; --help lists them.`)
  try {
    const { positionals, values } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: Object.fromEntries(
        ['by', 'reason', ...(command.options ?? [])].map((option) => [
          option,
          { type: 'string' as const },
        ]),
      ),
    })
    const options = values as Record<string, string | undefined>
    const warrant = { by: options.by ?? operator ?? '', reason: options.reason ?? '' }
    const why = command.needsReason === false ? null : whyNoWarrant(warrant)
    if (why) return refused(why)
    if (positionals.length !== command.words.length)
      return refused(`Usage:${usageOf(name, command).slice(1)}`)
    const outcome = await command.run(deps, warrant, { words: positionals, options })
    return outcome.ok ? { ok: true, value: shown(outcome.value) } : outcome
  } catch (error) {
    // Node's own message for an unknown option.
    if (error instanceof Misuse || isArgsError(error)) return refused(error.message)
    throw error
  }
}

const isArgsError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

/** A result as JSON for a person; amounts in fkr. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return 'Done.'
  if (typeof value === 'string') return value
  const asText = (_: string, part: unknown) =>
    typeof part === 'bigint' ? moneyText(hundredths(part)) : part
  return JSON.stringify(value, asText, 2)
}
