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
