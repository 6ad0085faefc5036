/** A guard that protects money, accounts or chance. */
export interface Guard {
  /** The rule that it holds, whole in itself: the command finds it by its words and prints it. */
  readonly name: string
  readonly file: string
  /** Occurs in the file exactly once. */
  readonly guard: string
  readonly without: string
  readonly tests: string
  /** A pattern of test titles, for slow files. */
  readonly titles?: string
}
