import path from 'node:path'
import { withoutSlash } from '../../api-description/operation-names.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Mock, type MockCollection, mostItems } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { isObject } from '../../util/is-json.ts'
import { property } from '../../util/read-values.ts'
import { plural } from '../../util/quantity.ts'
import { valueText } from '../../util/value-text.ts'
import { type CollectionFacts, type Facts, problemAt, type Rule } from '../rule.ts'
import { specFacts } from './known-operations.ts'

/** The collections that mocks remember are described, and begin with items that fit it. */
export const validState: Rule = (parsed, facts) =>
  parsed.suite.mocks.flatMap(mock => (mock.state ?? []).flatMap(one => problemsOf(one, mock, parsed, facts)))

function problemsOf(
  collection: MockCollection,
  mock: Mock,
  parsed: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const { source } = parsed
  const { at, from, items } = collection
  if (mock.spec === undefined) {
    const hint = 'Name the description under `spec`: its operations are what remembers.'
    return [
      problemAt(source, at, 'misplaced-key', '"state" needs the key "spec" beside it', { hint, atKey: true }),
    ]
  }
  const two =
    from === undefined || items === undefined
      ? []
      : [
          problemAt(source, [...at, 'items'], 'misplaced-key', '"from" and "items" are two beginnings', {
            hint: 'Keep one of them.',
            atKey: true,
          }),
        ]
  const spec = specFacts(mock.spec, parsed, facts)
  if (spec?.state !== 'read' || spec.collections === undefined) return two
  const known = spec.collections
  const described = known.get(withoutSlash(collection.path))
  if (described !== undefined)
    return [
      ...two,
      ...problemsOfItems(collection, described, parsed, facts),
      ...tooFewItems(collection, described, parsed, facts),
    ]
  const message = `${mock.spec} has no collection ${collection.path}`
  const collections = known.size === 0 ? 'none' : [...known.keys()].join(', ')
  const hint = suggesting(
    collection.path,
    known.keys(),
    `A collection is a path with operations whose items have the path with one {parameter} more. There are: ${collections}.`,
  )
  return [...two, problemAt(source, at, 'unknown-collection', message, { hint, atKey: true })]
}

function problemsOfItems(
  collection: MockCollection,
  { key: usual, members, path: described, misfit }: CollectionFacts,
  parsed: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const { source, suite } = parsed
  const { at, key = usual, from, items } = collection
  if (key === undefined)
    return [
      problemAt(source, at, 'missing-key', `what items of ${described} go by cannot be told`, {
        hint: `Write the member under \`key\`${members.length === 0 ? '' : `; there are: ${members.join(', ')}`}.`,
        atKey: true,
      }),
    ]
  if (collection.key !== undefined && members.length > 0 && !members.includes(key)) {
    const hint = suggesting(key, members, `There are: ${members.join(', ')}.`)
    return [
      problemAt(
        source,
        [...at, 'key'],
        'unknown-collection',
        `items of ${described} have no member "${key}"`,
        { hint },
      ),
    ]
  }
  const faultsOf = (written: typeof items): readonly ItemFault[] =>
    itemFaults(written, key, item => misfit(item, key), !described.includes('{'))
  if (from === undefined)
    return faultsOf(items).map(({ index, text, hint }) =>
      wrongItem(parsed, [...at, 'items', index], text, hint),
    )
  const place: DocumentPath = [...at, 'from']
  const read = facts.items?.get(path.resolve(path.dirname(suite.file), from))
  if (read?.ok === false) return [wrongItem(parsed, place, `${from} ${read.problems}`)]
  return faultsOf(read?.value)
    .slice(0, 1)
    .map(({ index, text, hint }) => wrongItem(parsed, place, `${from}: ${text} (item ${index + 1})`, hint))
}

/** A list that begins with fewer items than the description allows cannot be answered until there are more. */
function tooFewItems(
  { at, from, items = [] }: MockCollection,
  { fewest = 0, path: described }: CollectionFacts,
  { source, suite }: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const read = from === undefined ? undefined : facts.items?.get(path.resolve(path.dirname(suite.file), from))
  const begins = from === undefined ? items : read?.ok === true ? read.value : 'examples'
  // Those below an item begin with it.
  if (begins === 'examples' || begins.length >= fewest || described.includes('{')) return []
  const message = `${described} begins with ${plural(begins.length, 'item')}, and a list of it has ${fewest} at least`
  const hint =
    'Asked before there are more, it answers 500; `items: examples` begins with those of the description.'
  return [problemAt(source, at, 'bad-value', message, { hint, severity: 'warning', atKey: true })]
}

function wrongItem(
  { source }: ParsedSuite,
  place: DocumentPath,
  message: string,
  hint = 'A collection begins with a JSON list of objects, each with a key of its own.',
): Problem {
  return problemAt(source, place, 'bad-value', message, { hint })
}

const untoldHint = 'The mock could not tell it: write it as the answers that hold it are described.'

interface ItemFault {
  readonly index: number
  readonly text: string
  readonly hint?: string
}

function itemFaults(
  items: readonly JsonValue[] | 'examples' | undefined,
  key: string,
  misfit: (item: JsonObject) => string | undefined,
  isOneCollection: boolean,
): readonly ItemFault[] {
  if (items === undefined || items === 'examples') return []
  if (items.length > mostItems)
    return [{ index: mostItems, text: `there are ${items.length} items, and ${mostItems} are the most` }]
  const seen = new Set<string>()
  return items.flatMap((item, index): readonly ItemFault[] => {
    const id = isObject(item) ? property(item, key) : undefined
    if (!isObject(item)) return [{ index, text: 'an item is an object' }]
    if (id === undefined || id === null || typeof id === 'object')
      return [
        { index, text: `an item has no ${id === undefined ? `"${key}"` : `text or number as "${key}"`}` },
      ]
    // Each item above has items of its own, which may go by the same key.
    const isKnown = isOneCollection && seen.has(valueText(id))
    seen.add(valueText(id))
    if (isKnown) return [{ index, text: `two items have the ${key} ${JSON.stringify(id)}` }]
    const reason = misfit(item)
    return reason === undefined
      ? []
      : [{ index, text: `an item breaks the description: ${reason}`, hint: untoldHint }]
  })
}
