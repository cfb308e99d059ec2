/** How many cases an operation has at most unless more is asked for. */
export const usualNegativeCases = 50

/** Which cases are made. */
export interface NegativeOptions {
  /** Chooses among more cases than there may be; the same seed chooses the same. */
  readonly seed: number
  /** For each operation. */
  readonly most: number
}
