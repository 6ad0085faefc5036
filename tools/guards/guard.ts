/** A guard that protects money, accounts or chance. */
export interface Guard {
  readonly name: string
  readonly file: string
  /** Occurs in the file exactly once. */
  readonly guard: string
  readonly without: string
  readonly tests: string
  /** A pattern of test titles, for slow files. */
  readonly titles?: string
}
