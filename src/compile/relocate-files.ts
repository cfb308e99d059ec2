import { existsSync } from 'node:fs'
import path from 'node:path'
import { isInstruction } from '../actions/websocket/instruction.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { withFiles } from '../parse/files-in/with-files.ts'
import { tlsFiles } from '../parse/tls-files.ts'
import { isUrl } from '../util/is-url.ts'
import { isObject } from '../util/is-json.ts'
import { type Change, type Changes, eachItem, mapAll, mapKeys } from '../util/map-keys.ts'

/**
 * A step, or the whole of a suite, whose file names counted from one folder, and then from another. Absolute ones and
 * placeholders stay.
 */
export function relocateFiles(step: JsonObject, from: string, to: string): JsonObject {
  return changeFiles(step, (name, { isProto }) => {
    if (staysAsItIs(name)) return name
    // A name in a folder of `import-paths` stays as it is.
    if (isProto && !existsSync(path.resolve(from, name))) return name
    return path.relative(to, path.resolve(from, name)).replaceAll(path.sep, '/')
  })
}

/** The name of a file, and the way to it. */
export interface FileName {
  readonly name: string
  readonly path: DocumentPath
}

/** The names of the files that a step, or the whole of a suite, reads: a step as it is written, or filled in. */
export function fileNamesIn(step: JsonObject): readonly FileName[] {
  const found: FileName[] = []
  changeFiles(step, (name, { path: place }) => {
    found.push({ name, path: place })
    return name
  })
  return found
}

/** Where the name of a file stands; that of a protocol file may be one in a folder of `import-paths`. */
interface Place {
  readonly path: DocumentPath
  readonly isProto: boolean
}

type ChangeName = (name: string, place: Place) => string

function changeFiles(step: JsonObject, change: ChangeName): JsonObject {
  return withFiles(mapKeys(step, [], changesOfStep(change)), {
    body: () => undefined,
    expected: ({ name, path: place, key }) => [[key, change(name, { path: place, isProto: false })]],
  })
}

function changesOfStep(change: ChangeName): Changes {
  const move: Change = (value, place) =>
    typeof value === 'string' ? change(value, { path: place, isProto: false }) : value
  const moveProto: Change = (value, place) =>
    typeof value === 'string' ? change(value, { path: place, isProto: true }) : value
  const moveSpec: Change = (value, place) =>
    typeof value === 'string' && isUrl(value) ? value : move(value, place)
  const moveSchema: Change = (value, place) =>
    isObject(value) ? mapKeys(value, place, { spec: moveSpec }) : move(value, place)
  const moveNamed: Change = (value, place) =>
    isObject(value) ? mapKeys(value, place, { file: move }) : move(value, place)
  const moveAll: Change = (value, place) => (isObject(value) ? mapKeys(value, place, changes) : value)
  const moveConditions: Change = (value, place) =>
    eachItem(value, place, (item, inner) => (isObject(item) ? mapKeys(item, inner, { file: move }) : item))
  const ofValidation: Changes = {
    schema: moveSchema,
    file: move,
    when: moveConditions,
    unless: moveConditions,
  }
  const moveValidations: Change = (value, place) =>
    eachItem(value, place, (item, inner) => (isObject(item) ? mapKeys(item, inner, ofValidation) : item))
  const moveTls = Object.fromEntries(tlsFiles.map(key => [key, move]))
  const changes: Changes = {
    data: moveNamed,
    file: moveNamed,
    use: move,
    settings: moveAll,
    mocks: (value, place) =>
      isObject(value)
        ? mapAll(value, place, (mock, inner) => moveMock(mock, inner, { move, moveProto, moveAll }))
        : value,
    steps: (value, place) => eachItem(value, place, moveAll),
    after: (value, place) => eachItem(value, place, moveAll),
    proto: (value, place) => eachItem(value, place, moveProto),
    'import-paths': (value, place) => eachItem(value, place, move),
    'descriptor-set': move,
    messages: (value, place, step) =>
      eachItem(value, place, (item, inner) =>
        isObject(item) ? mapKeys(item, inner, fileIn(step, move)) : item,
      ),
    'unix-socket': move,
    tls: (value, place) => (isObject(value) ? mapKeys(value, place, moveTls) : value),
    multipart: (value, place) =>
      isObject(value)
        ? mapAll(value, place, (part, inner) =>
            eachItem(part, inner, (item, innermost) => movePart(item, innermost, move)),
          )
        : value,
    validations: moveValidations,
    retry: (value, place) =>
      isObject(value) ? mapKeys(value, place, { 'stop-when': moveValidations }) : value,
    extracts: (value, place) =>
      isObject(value)
        ? mapAll(value, place, (extract, inner) =>
            isObject(extract) ? mapKeys(extract, inner, ofValidation) : extract,
          )
        : value,
  }
  return changes
}

/** A message of a WebSocket may be a file; one of another protocol may have a field of that name. */
function fileIn(step: JsonObject, move: Change): Changes {
  return step['websocket'] === undefined ? {} : { file: move }
}

function staysAsItIs(name: string): boolean {
  return path.isAbsolute(name) || name.startsWith('{{') || /^https?:/.test(name)
}

/** A mock names its description, and the files of its state, of its answers, and of the steps behind them. */
function moveMock(
  mock: JsonValue,
  place: DocumentPath,
  { move, moveProto, moveAll }: Readonly<Record<'move' | 'moveProto' | 'moveAll', Change>>,
): JsonValue {
  if (!isObject(mock)) return mock
  const isRpc = (mock['proto'] ?? mock['descriptor-set']) !== undefined
  const moveMessage: Change = (value, inner) =>
    isInstruction(value) && !isRpc ? mapKeys(value, inner, { file: move }) : value
  const moveMessages: Change = (value, inner) => eachItem(value, inner, moveMessage)
  const moveReply: Change = (value, inner) =>
    isObject(value) ? mapKeys(value, inner, { send: moveMessages }) : value
  const moveAnswer: Change = (value, inner) =>
    isObject(value)
      ? mapKeys(value, inner, {
          file: move,
          messages: moveMessages,
          then: (steps, below) => eachItem(steps, below, moveAll),
          on: (replies, below) => eachItem(replies, below, moveReply),
        })
      : value
  return mapKeys(mock, place, {
    spec: move,
    state: (value, inner) =>
      isObject(value)
        ? mapAll(value, inner, (one, below) => (isObject(one) ? mapKeys(one, below, { from: move }) : one))
        : value,
    tls: (value, inner) =>
      isObject(value) ? mapKeys(value, inner, { certificate: move, key: move }) : value,
    proto: (value, inner) => eachItem(value, inner, moveProto),
    'import-paths': (value, inner) => eachItem(value, inner, move),
    'descriptor-set': move,
    routes: (routes, inner) =>
      eachItem(routes, inner, (route, innermost) =>
        isObject(route)
          ? mapKeys(route, innermost, {
              answer: moveAnswer,
              answers: (answers, below) => eachItem(answers, below, moveAnswer),
            })
          : route,
      ),
  })
}

/** A part of a multipart form may be switched off. */
function movePart(part: JsonValue, place: DocumentPath, move: Change): JsonValue {
  if (!isObject(part)) return part
  return mapKeys(part, place, { file: move, disabled: (inner, below) => movePart(inner, below, move) })
}
