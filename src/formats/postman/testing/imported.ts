import assert from 'node:assert/strict'
import type { Collection, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { exportPostman } from '../export-postman.ts'
import { importPostman } from '../import-postman.ts'

/** Imports a document that can be imported. */
export function imported(document: JsonValue | string): Imported {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const result = importPostman(text, { file: 'shop.json' })
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

/** The collection of a document that has one. */
export function collectionOf(document: JsonValue | string): Collection {
  const { collection } = imported(document)
  assert.ok(collection)
  return collection
}

/** A collection with these items, and more members if need be. */
export function withItems(items: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return { info: { name: 'Shop', schema }, item: items, ...more }
}

/** The only request of a collection that has only this item. */
export function savedRequest(item: JsonObject, more: JsonObject = {}): SavedRequest {
  const [saved] = collectionOf(withItems([item], more)).items
  assert.ok(saved?.kind === 'request')
  return saved
}

/** The step of a request with these members. */
export function stepOf(request: JsonObject | string, more: JsonObject = {}): JsonObject {
  return savedRequest({ name: 'A', request }, more).step
}

/** The collection that an export wrote. */
export function exported(collection: Collection): JsonObject {
  return JSON.parse(exportPostman(collection).files[0]?.text ?? '') as JsonObject
}
