import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Guard } from './guard.ts'
import { takeOut } from './take-out.ts'

const sources = [
  'apps',
  'packages',
  'token',
  'chaos',
  'docs',
  'e2e',
  'tools',
  'verifier',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vitest.config.ts',
]
const notCopied = /(^|\/)(node_modules|dist|\.data)$/

export interface Copy {
  readonly folder: string
  /** Removes one guard; returns a function that restores it. */
  takeOut(guard: Guard): () => void
  remove(): void
}

/**
 * A copy of the sources that shares the checkout's libraries: guards are never removed from the
 * checkout itself.
 */
export function copySources(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-guards-'))
  for (const name of sources)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !notCopied.test(path),
    })
  linkLibraries(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    takeOut(guard) {
      const path = join(folder, guard.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, takeOut(guard, text))
      return () => writeFileSync(path, text)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links the checkout's libraries, and the copy's own packages. */
function linkLibraries(from: string, to: string): void {
  mkdirSync(join(to, '@pipkin'), { recursive: true })
  for (const name of readdirSync(from))
    if (name === '.bin' || !/^(\.|@pipkin$)/.test(name))
      symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@pipkin'))) {
    const place = relative(join(from, '..'), realpathSync(join(from, '@pipkin', name)))
    symlinkSync(join(to, '..', place), join(to, '@pipkin', name))
  }
}
