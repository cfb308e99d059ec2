import { isList } from '../../util/is-json.ts'
import { flowYaml } from '../../util/flow-yaml.ts'
import { includesExpected, nearlyIncludes, standsInText } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

/** The opposite of `contains`, of a value that is there. In a list the text stands nowhere, not even as a part of an item. */
export const notContains: Operator = {
  name: 'not-contains',
  unfit: (actual, { expected }) =>
    includesExpected(actual, expected) ? undefined : nearlyIncludes(actual, expected),
  holds: (actual, expected) => !includesExpected(actual, expected) && !standsInText(actual.value, expected),
  explain(actual, expected) {
    if (!isList(actual.value) || includesExpected(actual, expected)) return undefined
    return `no item is ${flowYaml(expected)}, but it stands in one: none: ${flowYaml(expected)} looks at whole items`
  },
  wantsSomething: () => true,
}
