import { tight } from './go-sum.ts'

/** A condition of Go that can be turned into its opposite. */
export interface Condition {
  readonly code: string
  /** How tightly it binds: `||`, `&&`, comparisons, and everything else. */
  readonly level: 1 | 2 | 3 | 4
  readonly opposite: () => Condition
}

/** The condition that always holds, and the one that never does. */
export const always: Condition = { code: 'true', level: 4, opposite: () => never }
export const never: Condition = { code: 'false', level: 4, opposite: () => always }

/** A call or a name. */
export function term(code: string): Condition {
  const self: Condition = { code, level: 4, opposite: () => negation(`!${code}`, self) }
  return self
}

const opposites = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const

/** The sign of a comparison. */
export type GoSign = keyof typeof opposites

/** A comparison. `mayBeNoNumber` says that an operand may be NaN, for which the opposite sign does not hold, either. */
export function comparison(left: string, sign: GoSign, right: string, mayBeNoNumber = false): Condition {
  const code = `${left} ${sign} ${right}`
  const self: Condition = {
    code,
    level: 3,
    opposite: () => (mayBeNoNumber ? negation(`!(${code})`, self) : comparison(left, opposites[sign], right)),
  }
  return self
}

function negation(code: string, of: Condition): Condition {
  return { code, level: 4, opposite: () => of }
}

/** All of them. */
export function and(conditions: readonly Condition[]): Condition {
  if (conditions.includes(never)) return never
  return joined(
    conditions.filter(one => one !== always),
    2,
    always,
  )
}

/** One of them. */
export function or(conditions: readonly Condition[]): Condition {
  if (conditions.includes(always)) return always
  return joined(
    conditions.filter(one => one !== never),
    1,
    never,
  )
}

function joined(conditions: readonly Condition[], level: 1 | 2, none: Condition): Condition {
  const [first, ...others] = conditions
  if (first === undefined) return none
  if (others.length === 0) return first
  const written = conditions.map(one => {
    const isMixed = level === 2 ? one.level < 2 : one.level === 2
    return isMixed ? `(${one.code})` : one.code
  })
  return {
    code: tight(written.join(level === 1 ? ' || ' : ' && ')),
    level,
    opposite: () => (level === 1 ? and : or)(conditions.map(one => one.opposite())),
  }
}
