import type { JsonObject, JsonValue } from '../../../../model/json.ts'

/** A suite in which one thing is expected that is not so. */
export interface Mutant {
  readonly suite: string
  /** The step that must fail. */
  readonly step: string
  readonly what: string
  readonly change: (suite: JsonObject) => JsonObject
}

/** Expectations in place of those that a step has: each of them is false for what the playground answers. */
const broken: readonly (readonly [suite: string, step: string, validation: JsonValue])[] = [
  ['users', 'All users', { status: 201 }],
  ['users', 'All users', { status: { 'one-of': [201, 204] } }],
  ['users', 'All users', { status: '4xx' }],
  ['users', 'All users', { 'header content-type': { contains: 'text/html' } }],
  ['users', 'All users', { 'header content-type': { 'not-contains': 'json' } }],
  ['users', 'All users', { 'header x-missing': { exists: true } }],
  ['users', 'All users', { '$.items': { 'has-type': 'object' } }],
  ['users', 'All users', { '$.items': { exists: false } }],
  ['users', 'All users', { '$.items[0].id': 2 }],
  ['users', 'All users', { '$.items[0].id': { 'not-equals': 1 } }],
  ['users', 'All users', { '$.items[0].id': { 'same-as': '1' } }],
  ['users', 'All users', { '$.items[0].id': null }],
  ['users', 'All users', { '$.items[0].missing': null }],
  ['users', 'All users', { '$.items[*].id': [1] }],
  ['users', 'All users', { '$.items[*].id': { each: { 'greater-than': 1 } } }],
  ['users', 'All users', { '$.items[*].email': { none: { contains: '@' } } }],
  ['users', 'All users', { '$.items[*].email': { any: 'nobody' } }],
  ['users', 'The first of them', { '$.email': { 'matches-regex': '^\\d+$' } }],
  ['users', 'The first of them', { '$.email': { 'starts-with': '@' } }],
  ['users', 'The first of them', { '$.email': { 'has-length': 2 } }],
  ['users', 'The first of them', { '$.id': { 'less-than': 1 } }],
  ['users', 'The first of them', { '$.id': '{{version}}' }],
  ['users', 'Not modified', { status: 200 }],
  ['users', 'A user that does not exist', { $: { matches: { title: 'Found' } } }],
  ['users', 'A user that does not exist', { $: { matches: { title: '<integer>' } } }],
  ['cart', 'Put in another', { '$.items[*].productId': [4, 1] }],
  ['cart', 'Put in another', { $: { matches: { items: [{ productId: 5 }] } } }],
  ['cart', 'Change a quantity', { '$.items[?@.productId == 4].quantity': [4] }],
  ['cart', 'What is in it now', { '$.total': { 'greater-than': '{{full}}' } }],
  ['cart', 'Leave the cart empty', { status: 500 }],
  ['bodies', 'Plain text', { text: 'Hello' }],
  ['bodies', 'Query parameters and repeated headers', { '$.query.tag': ['b', 'a'] }],
  ['failures', 'No second try where one is enough', { text: { exists: false } }],
  ['graphql', 'A user and the totals of their orders', { '$.data': { exists: false } }],
]

/** One suite for each broken expectation. */
export const mutants: readonly Mutant[] = broken.map(([suite, step, validation]) => ({
  suite,
  step,
  what: `${suite}, ${JSON.stringify(validation)}`,
  change: whole => ({
    ...whole,
    ...changed(whole, 'steps', step, validation),
    ...changed(whole, 'after', step, validation),
  }),
}))

function changed(suite: JsonObject, key: string, name: string, validation: JsonValue): JsonObject {
  const steps = suite[key]
  if (!Array.isArray(steps)) return {}
  return {
    [key]: (steps as readonly JsonObject[])
      .filter(step => step['name'] !== 'Slow, and in time')
      .map(step => (step['name'] === name ? { ...step, validations: [validation] } : step)),
  }
}
