import { existsSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { tlsFiles } from '../parse/tls-files.ts'
import { isObject } from '../util/is-json.ts'

/**
 * A step, or the whole of a suite, whose file names counted from one folder, and then from another. Absolute ones and
 * placeholders stay.
 */
export function relocateFiles(step: JsonObject, from: string, to: string): JsonObject {
  const move = (value: JsonValue): JsonValue =>
    typeof value !== 'string' || staysAsItIs(value)
      ? value
      : path.relative(to, path.resolve(from, value)).replaceAll(path.sep, '/')
  // A name in a folder of `import-paths` stays as it is.
  const moveProto = (value: JsonValue): JsonValue =>
    typeof value === 'string' && existsSync(path.resolve(from, value)) ? move(value) : value
  const moveSchema = (value: JsonValue): JsonValue =>
    isObject(value) ? mapKeys(value, { spec: move }) : move(value)
  return mapKeys(step, {
    data: move,
    file: move,
    use: move,
    settings: value => (isObject(value) ? relocateFiles(value, from, to) : value),
    steps: value => eachItem(value, item => (isObject(item) ? relocateFiles(item, from, to) : item)),
    after: value => eachItem(value, item => (isObject(item) ? relocateFiles(item, from, to) : item)),
    proto: value => eachItem(value, moveProto),
    'import-paths': value => eachItem(value, move),
    'descriptor-set': move,
    messages: value => eachItem(value, item => (isObject(item) ? mapKeys(item, fileIn(step, move)) : item)),
    'unix-socket': move,
    tls: value =>
      isObject(value) ? mapKeys(value, Object.fromEntries(tlsFiles.map(key => [key, move]))) : value,
    multipart: value =>
      isObject(value) ? mapAll(value, part => eachItem(part, item => movePart(item, move))) : value,
    validations: value =>
      eachItem(value, item => (isObject(item) ? mapKeys(item, { schema: moveSchema }) : item)),
  })
}

/** A message of a WebSocket may be a file; one of gRPC may have a field of that name. */
function fileIn(step: JsonObject, move: Change): Readonly<Record<string, Change>> {
  return step['websocket'] === undefined ? {} : { file: move }
}

function staysAsItIs(name: string): boolean {
  return path.isAbsolute(name) || name.startsWith('{{') || /^https?:/.test(name)
}

/** A part of a multipart form may be switched off. */
function movePart(part: JsonValue, move: Change): JsonValue {
  if (!isObject(part)) return part
  return mapKeys(part, { file: move, disabled: inner => movePart(inner, move) })
}

type Change = (value: JsonValue) => JsonValue

function mapKeys(object: JsonObject, changes: Readonly<Record<string, Change>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, changes[key]?.(value) ?? value]),
  )
}

function mapAll(object: JsonObject, change: Change): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

function eachItem(value: JsonValue, change: Change): JsonValue {
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(change) : change(value)
}
