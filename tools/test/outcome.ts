import { spawn } from 'node:child_process'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** How a check ended. */
export interface Outcome {
  readonly code: number
  readonly output: string
  readonly counts?: Counts
  /** What each test file or journey took. */
  readonly parts?: readonly Part[]
  /** What passed at the second try, each with its first failure. */
  readonly flaky?: readonly string[]
}

export interface Part {
  readonly name: string
  readonly ms: number
}

/** Where the runners' reports go. */
export const reports = 'node_modules/.cache/reports'

/** Whether what fails is tried again. */
export const hasSecondTry = Boolean(process.env.CI)

/** Runs a program; `output` is what it wrote to both streams. */
export function command(
  name: string,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  return new Promise((settle, reject) => {
    const child = spawn(name, args, {
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
