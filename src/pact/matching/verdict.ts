/** Whether a rule holds; the reason when that cannot be told. */
export type Verdict = boolean | { readonly reason: string }
