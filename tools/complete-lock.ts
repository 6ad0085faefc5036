import { readFile, writeFile } from 'node:fs/promises'

/**
 * `node tools/complete-lock.ts`, to be run after `npm install` has changed the lock. If a registry
 * lacks a library's packages for other platforms, npm leaves them out of the lock, and `npm ci`
 * refuses it. This adds them, restricted to their platform.
 */

interface Entry {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
]
const processors: Readonly<Record<string, string>> = {
  amd64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  armv7: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  wasm32: 'wasm32',
}

const path = 'package-lock.json'
const lock: { packages: Record<string, Entry> } = JSON.parse(await readFile(path, 'utf8'))
const present = new Set(Object.keys(lock.packages).map((key) => key.split('node_modules/').at(-1)))
for (const entry of Object.values(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
    if (!present.has(name) && /^\d/.test(version))
      lock.packages[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) }
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
await writeFile(
  path,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
)

/** The platform that a package's name ends with, such as `-linux-arm64-musl`. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = (name.split('/').at(-1) ?? name).split('-')
  const os = words.find((word) => systems.includes(word))
  const cpu = words.map((word) => processors[word]).find((word) => word !== undefined)
  if (!os && cpu !== 'wasm32') throw new Error(`${name} names no platform`)
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
    ...(libc && { libc: [libc] }),
  }
}
