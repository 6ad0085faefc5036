import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isKeyName, type NoteKey, parseVerifier, verifierText } from '@pipkin/log'
import { cannotListen } from '../../server/src/platform/process/cannot-listen.ts'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { ed25519Key } from '../../server/src/platform/process/ed25519-key.ts'
import { holdFolder } from '../../server/src/platform/process/hold-folder.ts'
import { orSayWhyNot } from '../../server/src/platform/why-not.ts'
import { witnessServer } from './serve-witness.ts'
import { openWitnessStore } from './witness-store.ts'

/** `npm run witness`: cosigns the log of a house, and refuses one that takes something back. */

const usage = `Usage: npm run witness -- --log URL [--log-key KEY] [--dir FOLDER] [--name NAME]
                                 [--host HOST] [--port PORT]

  --log      the log's address, such as https://pipkin.example/log
  --log-key  its key, had from somewhere else; without it the key is asked for at the address,
             once, and pinned
  --dir      where the witness's key and what it has seen are kept (.witness): never lose it
  --name     the name it signs with (witness.localhost)
  --host, --port   where it listens (127.0.0.1, 3090)`

const say = (line: string) => process.stdout.write(`${line}\n`)

function cannotBegin(why: string): never {
  process.stderr.write(`${why}\n\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      options: { log: text, 'log-key': text, dir: text, name: text, host: text, port: text },
    }).values
  } catch (error) {
    return cannotBegin(error instanceof Error ? error.message : String(error))
  }
}

const patienceMs = 10_000

async function readKey(url: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${url}/key`, { signal: AbortSignal.timeout(patienceMs) })
    return answer.ok ? await answer.text() : null
  }
  const key = await read().catch(() => null)
  if (key === null)
    throw new CannotStart(`${url}/key doesn't answer: start the log, or give --log-key.`)
  return key
}

await orSayWhyNot(async () => {
  const given = readArguments()
  const url = given.log?.replace(/\/$/, '') ?? cannotBegin('Which log?')
  const { host = '127.0.0.1', port = '3090', name = 'witness.localhost' } = given
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    cannotBegin('--port takes a number up to 65535.')
  if (!isKeyName(name)) cannotBegin('--name takes one without spaces and without a plus.')
  const folder = given.dir ?? '.witness'
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Two on one folder could cosign two histories.
  await holdFolder(folder, '--dir')
  const store = await openWitnessStore(folder)
  const key: NoteKey = { name, type: 'cosignature', ...ed25519Key(store.secret) }
  const log = parseVerifier((given['log-key'] ?? (await readKey(url))).trim())
  if (log?.type !== 'note')
    cannotBegin(`${given['log-key'] ? '--log-key' : `${url}/key`} is no key of a log.`)
  if (await store.pin(log)) say(`A log that is new to this witness: ${verifierText(log)}`)

  const server = witnessServer({ store, key, now: () => new Date(), onRefused: say })
  await once(server.listen(Number(port), host), 'listening').catch(cannotListen('--port', '--host'))
  const address = server.address()
  const at = address && typeof address === 'object' ? address.port : port
  say(`The witness is at work: ${verifierText(key)} http://${host}:${at}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
})
