import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { timesOf } from '../times-of.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** How many bits a test flips; `FLIPS=10000` before a command makes it more. */
export const flips = timesOf('FLIPS', process.env.FLIPS ?? '40')

/** A copy of one file with one bit flipped. The same number gives the same flip. */
export function flipOf<Name extends string>(number: number, files: ReadonlyMap<Name, Uint8Array>) {
  const chance = createHash('sha256').update(String(number)).digest()
  const names = [...files.keys()]
  const name = names[chance.readUInt32BE(0) % names.length]
  const honest = name === undefined ? undefined : files.get(name)
  if (name === undefined || !honest) throw new Error('there is no file to change')
  const at = chance.readUInt32BE(4) % honest.length
  const bit = chance.readUInt8(8) % 8
  const changed = Buffer.from(honest)
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
  return { name, changed, about: `bit ${bit} of byte ${at} of ${name} (flip ${number})` }
}

export interface OpenVerifier {
  /** What a check would exit with. */
  exitOf: (...given: string[]) => Promise<number>
  close: () => void
}

/** A verifier that judges one check after another in one process. */
export function openVerifier(command: string, ...script: string[]): OpenVerifier {
  const child = spawn(command, [...script, 'many'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async exitOf(...given) {
      child.stdin.write(`${given.join('\t')}\n`)
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`${command} ended at ${given.join(' ')}`)
        const [, code] = /^exit (\d)$/.exec(value) ?? []
        if (code !== undefined) return Number(code)
      }
    },
    close: () => child.stdin.end(),
  }
}
