/** One thing that is not as the pact says. */
export type Mismatch =
  | {
      /** `$.items[0].price`, `header Content-Type`, `query q`, `path`, `status`. */
      readonly place: string
      /** `equals 4`, `type like 4 (integer)`. */
      readonly expected: string
      readonly actual: string
    }
  | {
      readonly place: string
      /** It could not be compared, and why. */
      readonly unsupported: string
    }

/** `$.name: Expected equals "Ada", got "Bob"`: a mismatch as reports show it. */
export function mismatchText(mismatch: Mismatch): string {
  return 'unsupported' in mismatch
    ? `${mismatch.place}: not supported: ${mismatch.unsupported}`
    : `${mismatch.place}: Expected ${mismatch.expected}, got ${mismatch.actual}`
}
