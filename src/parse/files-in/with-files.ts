import { type FileOperator, fileOperators } from '../../model/expectation.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { DocumentPath } from '../../model/span.ts'
import { type Change, type Changes, eachItem, mapAll, mapKeys } from '../../util/map-keys.ts'

/** A file that is read into a suite: its name as written and where it stands, below which key of which object. */
export interface FileIn {
  readonly name: string
  readonly path: DocumentPath
  readonly owner: DocumentPath
  readonly key: string
  /** The keys of that object, among them this one. */
  readonly beside: JsonObject
}

/** The keys that take the place of the one that names a file, the contents first; undefined leaves it. */
export type Instead = readonly (readonly [key: string, value: JsonValue])[] | undefined

/** The keys for a body that is filled in, and for a file that an answer is held against. */
export interface Readers {
  readonly body: (file: FileIn, isRequest: boolean) => Instead
  readonly expected: (file: FileIn, operator: 'equals' | 'matches') => Instead
}

/** A step, or the whole of a suite or a configuration, with its files read in; itself where it has none. */
export function withFiles(step: JsonObject, readers: Readers, place: DocumentPath = []): JsonObject {
  const steps: Change = (value, at) =>
    eachItem(value, at, (one, inner) => (isObject(one) ? withFiles(one, readers, inner) : one))
  const targets = targetsWith(readers)
  const conditions: Change = (value, at) =>
    isObject(value) ? mapAll(value, at, expectationWith(readers)) : value
  const changed = mapKeys(step, place, {
    when: conditions,
    unless: conditions,
    validations: targets,
    expect: targets,
    messages: (value, at) =>
      eachItem(value, at, (one, inner) => (isObject(one) ? mapKeys(one, inner, { after: targets }) : one)),
    retry: (value, at) => (isObject(value) ? mapKeys(value, at, { 'stop-when': targets }) : value),
    repeat: (value, at) => (isObject(value) ? mapKeys(value, at, { until: targets }) : value),
    extracts: (value, at) =>
      isObject(value)
        ? mapAll(value, at, (one, inner) =>
            isObject(one) ? mapKeys(one, inner, { when: targets, unless: targets }) : one,
          )
        : value,
    steps,
    after: steps,
    ...mocksWithFiles(readers, steps),
  })
  const { file } = changed
  // With anything else beside them the schema refuses it.
  if (!isObject(file) || file['fill-in'] !== true || Object.keys(file).length > 2) return changed
  if (typeof file['file'] !== 'string' || file['file'] === '') return changed
  const named = {
    name: file['file'],
    path: [...place, 'file', 'file'],
    ...{ owner: place, key: 'file', beside: changed },
  }
  return replaced(changed, 'file', readers.body(named, changed['request'] !== undefined))
}

/** Mocks, and those in place of services. */
function mocksWithFiles(readers: Readers, steps: Change): Changes {
  const targets = targetsWith(readers)
  const answer: Change = (value, place) =>
    isObject(value)
      ? mapKeys(value, place, {
          then: steps,
          on: (replies, at) =>
            eachItem(replies, at, (reply, inner) =>
              isObject(reply) ? mapKeys(reply, inner, { when: targets, unless: targets }) : reply,
            ),
        })
      : value
  const ofRoute: Changes = {
    when: targets,
    unless: targets,
    answer,
    answers: (value, place) => eachItem(value, place, answer),
  }
  const routes: Change = (value, place) =>
    eachItem(value, place, (route, at) => (isObject(route) ? mapKeys(route, at, ofRoute) : route))
  const mock: Change = (value, place) => (isObject(value) ? mapKeys(value, place, { routes }) : value)
  const service: Change = (value, place) => (isObject(value) ? mapKeys(value, place, { mock }) : value)
  return {
    mocks: (value, place) => (isObject(value) ? mapAll(value, place, mock) : value),
    services: (value, place) => eachItem(value, place, service),
  }
}

/** Mappings of targets to what is expected of each, one or a list. */
function targetsWith(readers: Readers): Change {
  const expectation = expectationWith(readers)
  const targets: Change = (value, place) =>
    eachItem(value, place, (one, at) =>
      isObject(one)
        ? mapKeys(one, at, {
            ...Object.fromEntries(Object.keys(one).map(target => [target, expectation])),
            name: same,
            schema: same,
            snapshot: same,
            when: targets,
            unless: targets,
          })
        : one,
    )
  return targets
}

const same = (value: JsonValue): JsonValue => value

function expectationWith(readers: Readers): Change {
  const expectation: Change = (value, place) => {
    if (!isObject(value)) return value
    const inner = mapKeys(value, place, { each: expectation, any: expectation, none: expectation })
    return (Object.keys(fileOperators) as FileOperator[]).reduce((operators, written) => {
      const name = operators[written]
      if (typeof name !== 'string' || name === '') return operators
      const file = { name, path: [...place, written], owner: place, key: written, beside: operators }
      return replaced(operators, written, readers.expected(file, fileOperators[written]))
    }, inner)
  }
  return expectation
}

/** True where the contents of a file have another key than its name, which stands in the object already: that stays. */
export function standsThere(
  [name]: readonly [key: string, value: JsonValue],
  { key, beside }: Pick<FileIn, 'key' | 'beside'>,
): boolean {
  return name !== key && beside[name] !== undefined
}

/** An object with other keys in the place of one; itself where there are none, or one of them stands there already. */
function replaced(object: JsonObject, key: string, others: Instead): JsonObject {
  const [contents, ...more] = others ?? []
  if (contents === undefined || standsThere(contents, { key, beside: object })) return object
  if (contents[0] === key && object[key] === contents[1]) return object
  const added = more.filter(([other]) => object[other] === undefined)
  return Object.fromEntries(
    Object.entries(object).flatMap(entry => (entry[0] === key ? [contents, ...added] : [entry])),
  )
}
