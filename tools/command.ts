import { spawn } from 'node:child_process'

/** Runs a program in a folder; `output` is what it wrote to both streams. */
export function command(
  name: string,
  args: readonly string[],
  more: Record<string, string> = {},
  folder = process.cwd(),
): Promise<{ code: number; output: string }> {
  return new Promise((settle, reject) => {
    const child = spawn(name, args, {
      cwd: folder,
      env: { ...process.env, ...more, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', reject)
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}
