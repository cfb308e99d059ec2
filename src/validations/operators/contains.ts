import type { JsonValue } from '../../model/json.ts'
import { flowYaml } from '../../util/flow-yaml.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { asExpected } from '../as-expected.ts'
import { includesExpected, nearlyIncludes } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'
import { PartialMatch } from '../partial-match.ts'

/** A part of a text, an item of a list or members of an object; see `includesExpected`. */
export const contains: Operator = {
  name: 'contains',
  holds: includesExpected,
  nearly: nearlyIncludes,
  explain({ value }, expected) {
    if (value === null) return 'is no text'
    if (isList(value)) return inList(value, expected)
    const isEach = isList(expected) && expected.every(one => includesExpected({ value, textual: false }, one))
    return isEach ? 'it contains each of them: write contains once for each' : undefined
  },
}

/** Items of a list that are looked into to say more. */
const mostItems = 1000

/** The expectation that holds for a list in which something is, but not as an item of its own. */
function inList(value: readonly JsonValue[], expected: JsonValue): string | undefined {
  const written = flowYaml(expected)
  if (value.length > mostItems || written.includes('<')) return undefined
  if (isList(expected))
    return expected.length > 0 && new PartialMatch().fits(value, expected)
      ? `no item is ${written}, and each of its items is one: write matches: ${written}`
      : undefined
  if (isObject(expected))
    return value.some(item => new PartialMatch().fits(item, expected))
      ? `no item is just ${written}: write any: { matches: ${written} }`
      : undefined
  const key = value.flatMap(item => memberWith(item, expected) ?? [])[0]
  if (key !== undefined)
    return `no item is ${written}: write any: { matches: ${flowYaml({ [key]: expected })} }`
  return value.some(item => includesExpected({ value: item, textual: false }, expected))
    ? `no item is ${written}: any: { contains: ${written} } looks into them`
    : undefined
}

/** The name of a member that is as expected. */
function memberWith(item: JsonValue, expected: JsonValue): string | undefined {
  if (!isObject(item)) return undefined
  return Object.keys(item).find(key => asExpected({ value: item[key] ?? null, textual: false }, expected))
}
