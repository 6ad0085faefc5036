import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/**
 * npx fetches Lighthouse only when it is used: 114 packages are too many to install with everything
 * else.
 */
const version = '13.5.0'

export interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly numericValue?: number; readonly title: string }
    >
  >
}

interface Look {
  readonly url: string
  /** The port of the browser's remote debugging. */
  readonly port: number
  readonly categories: readonly string[]
  /** Where the report is written. */
  readonly file: string
  readonly more?: readonly string[]
}

/** What Lighthouse says of a page in a browser that runs. */
export async function runLighthouse(look: Look): Promise<Report> {
  const { url, port, categories, file, more = [] } = look
  const args = [
    '--yes',
    `lighthouse@${version}`,
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    `--only-categories=${categories}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    ...more,
  ]
  // Runs under this process's Node: Lighthouse takes no older one.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  await promisify(execFile)('npx', args, { env, timeout: 240_000 })
  return JSON.parse(readFileSync(file, 'utf8'))
}
