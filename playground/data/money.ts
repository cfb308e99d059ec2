/** Amounts are added up in whole cents, because decimals such as 0.1 + 0.2 do not add up. */
export function toCents(amount: number): number {
  return Math.round(amount * 100)
}

/** The amount in euros that so many cents are. */
export function fromCents(cents: number): number {
  return cents / 100
}
