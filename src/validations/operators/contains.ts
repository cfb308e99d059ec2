import { isList } from '../../util/is-json.ts'
import { flowYaml } from '../../util/flow-yaml.ts'
import { includesExpected, nearlyIncludes, standsInText } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

/** A part of a text, an item of a list or members of an object; see `includesExpected`. */
export const contains: Operator = {
  name: 'contains',
  holds: includesExpected,
  nearly: nearlyIncludes,
  explain({ value }, expected) {
    if (value === null) return 'is no text'
    if (!isList(value) || !standsInText(value, expected)) return undefined
    return `no item is ${flowYaml(expected)}: any: { contains: ${flowYaml(expected)} } looks into them`
  },
}
