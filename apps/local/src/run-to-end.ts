import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { root } from './root.ts'

/**
 * Runs one of the project's own tools to its end. Throws `CannotStart` with what it said when it
 * fails.
 */
export function runToEnd(
  command: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const listen = (text: Buffer) => {
      said += text
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new CannotStart(`${command} failed: ${said.trim()}`)),
    )
  })
}
