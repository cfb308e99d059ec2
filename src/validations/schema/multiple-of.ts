import type { FuncKeywordDefinition } from 'ajv'

/** `multipleOf` for decimal fractions: 19.99 is a multiple of 0.01, though its binary neighbour is not. */
export const multipleOf = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (divisor: number, value: number) => isMultiple(value, divisor),
  errors: false,
  error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
} satisfies FuncKeywordDefinition

function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor
  if (!Number.isFinite(quotient)) return value % divisor === 0
  // Four steps of a binary fraction are rounding, not a remainder.
  return Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * Math.max(1, Math.abs(quotient))
}
