import { help, operate } from '../../server/src/operator/operate.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { orSayWhyNot } from '../../server/src/platform/why-not.ts'
import { openDatabase } from './open-database.ts'

/** `npm run operator -- COMMAND …`, on OPERATOR_DATABASE_URL or else PIPKIN_DATA's database. */

const argv = process.argv.slice(2)
if (argv.length === 0 || argv.includes('--help')) process.stdout.write(`${help()}\n`)
else await orSayWhyNot(run)

async function run(): Promise<void> {
  const opened = await openDatabase('pipkin_operator_login', process.env.OPERATOR_DATABASE_URL)
  const database = connect(opened.url, {
    connections: 1,
    onError: () => undefined,
    // `after-restore` renews the seeds of every player, which takes long.
    slowAnswersMs: 3_600_000,
  })
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const outcome = await operate({ database, say }, argv, process.env.OPERATOR)
  await database.close()
  await opened.close()
  if (outcome.ok) process.stdout.write(`${outcome.value}\n`)
  else say(outcome.why)
  process.exitCode = outcome.ok ? 0 : 1
}
