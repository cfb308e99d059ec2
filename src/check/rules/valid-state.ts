import path from 'node:path'
import { withoutSlash } from '../../api-description/operation-names.ts'
import type { JsonValue } from '../../model/json.ts'
import { type Mock, type MockCollection, mostItems } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { isObject, isCollection } from '../../util/is-json.ts'
import { property } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type CollectionFacts, type Facts, problemAt, type Rule, type Untold } from '../rule.ts'
import { specFacts } from './known-operations.ts'
import { writeJson } from '../../util/exact-number.ts'

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
  if (described !== undefined) return [...two, ...problemsOfItems(collection, described, parsed, facts)]
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
  described: CollectionFacts,
  parsed: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const { suite } = parsed
  const { at, from, items } = collection
  const wrongKey = problemOfKey(collection, described, parsed)
  if (wrongKey !== undefined) return [wrongKey]
  const read = from === undefined ? undefined : facts.items?.get(path.resolve(path.dirname(suite.file), from))
  if (from !== undefined && read?.ok !== true)
    return read === undefined ? [] : [wrongItem(parsed, [...at, 'from'], `${from} ${read.problems}`)]
  const loaded = read?.ok === true ? read.value : undefined
  const { key = described.key ?? '' } = collection
  const faults = itemFaults(loaded ?? items, key, !described.path.includes('{'))
  const untold =
    faults.length > 0 ? [] : described.untold({ ...collection, ...(loaded === undefined ? {} : { loaded }) })
  const all = [...faults, ...untold.flatMap(one => untoldItem(one, items) ?? [])]
  const [lists] = untold.filter(one => untoldItem(one, items) === undefined)
  return [
    ...(from === undefined
      ? all.map(({ index, text, hint }) => wrongItem(parsed, [...at, 'items', index], text, hint))
      : all
          .slice(0, 1)
          .map(({ index, text, hint }) =>
            wrongItem(parsed, [...at, 'from'], `${from}: ${text} (item ${index + 1})`, hint),
          )),
    ...(lists === undefined ? [] : [untoldBeginning(collection, described, lists, parsed)]),
  ]
}

/** The key that items go by is known, and is among what they have. */
function problemOfKey(
  { at, key }: MockCollection,
  { key: usual, members, path: described }: CollectionFacts,
  { source }: ParsedSuite,
): Problem | undefined {
  const names = members.join(', ')
  if (key === undefined && usual === undefined)
    return problemAt(source, at, 'missing-key', `what items of ${described} go by cannot be told`, {
      hint: `Write the member under \`key\`${members.length === 0 ? '' : `; there are: ${names}`}.`,
      atKey: true,
    })
  if (key === undefined || members.length === 0 || members.includes(key)) return undefined
  const message = `items of ${described} have no member "${key}"`
  const hint = suggesting(key, members, `There are: ${names}.`)
  return problemAt(source, [...at, 'key'], 'unknown-collection', message, { hint })
}

/** An item that is written here and cannot be told; undefined for one of the description, and for a list. */
function untoldItem(
  { index, operation, reason }: Untold,
  items: MockCollection['items'],
): ItemFault | undefined {
  if (index === undefined || items === 'examples') return undefined
  return {
    index,
    text: `an item breaks the description: ${reason}`,
    hint: `${operation} could not tell it: write it as the answers that hold it are described.`,
  }
}

/** A collection that begins so that its list, or the examples of the description, cannot be told. */
function untoldBeginning(
  { at, items }: MockCollection,
  { path: described }: CollectionFacts,
  { operation, index, reason }: Untold,
  { source }: ParsedSuite,
): Problem {
  const what = index === undefined ? `what ${described} begins with` : `the examples of ${described}`
  const others = items === 'examples' ? '' : ', or `items: examples` for those of the description'
  const hint = `It would answer 500. Write items that its answer can hold${others}.`
  const message = `${operation} cannot tell ${what}: ${reason}`
  return problemAt(source, at, 'bad-value', message, { hint, severity: 'warning', atKey: true })
}

function wrongItem(
  { source }: ParsedSuite,
  place: DocumentPath,
  message: string,
  hint = 'A collection begins with a JSON list of objects, each with a key of its own.',
): Problem {
  return problemAt(source, place, 'bad-value', message, { hint })
}

interface ItemFault {
  readonly index: number
  readonly text: string
  readonly hint?: string
}

function itemFaults(
  items: readonly JsonValue[] | 'examples' | undefined,
  key: string,
  isOneCollection: boolean,
): readonly ItemFault[] {
  if (items === undefined || items === 'examples') return []
  if (items.length > mostItems)
    return [{ index: mostItems, text: `there are ${items.length} items, and ${mostItems} are the most` }]
  const seen = new Set<string>()
  return items.flatMap((item, index): readonly ItemFault[] => {
    const id = isObject(item) ? property(item, key) : undefined
    if (!isObject(item)) return [{ index, text: 'an item is an object' }]
    if (id === undefined || id === null || isCollection(id) || id === '') {
      const lack = id === undefined ? `"${key}"` : `text or number as "${key}"`
      return [{ index, text: `an item has no ${lack}` }]
    }
    // Each item above has items of its own, which may go by the same key.
    const isKnown = isOneCollection && seen.has(valueText(id))
    seen.add(valueText(id))
    return isKnown ? [{ index, text: `two items have the ${key} ${writeJson(id)}` }] : []
  })
}
