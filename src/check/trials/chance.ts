import type { JsonValue } from '../../model/json.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { renderValue } from '../../template/render.ts'
import { createScope } from '../../template/scope.ts'
import { valueText } from '../../util/value-text.ts'

/** How many numbers from 0 to 1 are drawn to see all values that chance may give; of more than a part of them some may be missed. */
const draws = 5000
const mostValues = 2000

/** All values that something may have of which chance decides once, as `{{$randomInt 1 6}}`; undefined where there are many, or others decide. */
export function valuesByChance(written: JsonValue): readonly JsonValue[] | undefined {
  let drawn = 0
  let number = 0
  const random = (): number => {
    drawn++
    return number
  }
  const scope = { ...createScope([], {}, undefined, { random }), names: () => [] }
  const found = new Map<string, JsonValue>()
  for (let index = 0; index < draws; index++) {
    drawn = 0
    number = index / draws
    const filled = renderValue(written, scope)
    if (!filled.ok || drawn !== 1 || found.size > mostValues) return undefined
    found.set(`${typeof filled.value} ${valueText(filled.value)}`, filled.value)
  }
  return [...found.values()]
}

/** All values that a variable may have of which chance decides; undefined for any other. */
export type Chances = (name: string) => readonly JsonValue[] | undefined

export const noChances: Chances = () => undefined

/** The variables of a suite that nobody else gives a value, and which are made when it runs. */
export function chancesIn({ suite }: ParsedSuite, others: ReadonlySet<string>): Chances {
  const known = new Map<string, readonly JsonValue[] | undefined>()
  return name => {
    const value = Object.hasOwn(suite.variables, name) ? suite.variables[name] : undefined
    if (value === undefined || others.has(name) || !holdsBraces(value)) return undefined
    if (!known.has(name)) known.set(name, valuesByChance(value))
    return known.get(name)
  }
}
