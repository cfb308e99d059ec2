import { isNumber, plainNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { holdsExactNumber } from '../../util/plain-numbers.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem, Result } from '../../model/problem.ts'
import { addressesIn } from './addresses-in.ts'
import { DocumentSet } from './document-set.ts'
import type { LoadedDocument, OutdatedWord, ReadDocument } from './loaded-document.ts'
import { readValue } from '../../document/index.ts'
import { jsonIn } from '../../util/json-in.ts'

/** A document with every other that it leads to. */
export interface LoadedDocuments {
  readonly root: LoadedDocument
  readonly documents: DocumentSet
}

/** Why the root document could not be read: the caller's own problems, or what is wrong with its text. */
export type LoadFailure = readonly Problem[] | string

/** Documents of one description that are read at most. */
const mostDocuments = 5_000

/**
 * Reads the document at an address and all it refers to, directly or not, each once. Another document that cannot be read
 * is remembered with the reason, and costs only what refers to it.
 */
export async function loadDocuments(
  address: string,
  readDocument: ReadDocument,
): Promise<Result<LoadedDocuments, LoadFailure>> {
  const text = await readDocument(address)
  if (!text.ok) return text
  const parsed = await readValue(text.value)
  if (!parsed.ok) return parsed
  const root = { address, root: withPlainKeywords(parsed.value) }
  return { ok: true, value: { root, documents: await loadReferred(root, readDocument) } }
}

async function loadReferred(root: LoadedDocument, readDocument: ReadDocument): Promise<DocumentSet> {
  const documents = new Map<string, Result<LoadedDocument, string>>([
    [root.address, { ok: true, value: root }],
  ])
  const identified = new Map<string, LoadedDocument>()
  const dynamicAnchors = new Map<JsonValue, ReadonlyMap<string, JsonValue>>()
  const outdated: OutdatedWord[] = []
  const shown = new Set<string>()
  const note = (document: LoadedDocument): readonly string[] => {
    const addresses = addressesIn(document)
    for (const [id, schema] of addresses.identified) identified.set(id, schema)
    for (const [holder, names] of addresses.dynamicAnchors) dynamicAnchors.set(holder, names)
    outdated.push(...addresses.outdated)
    for (const one of addresses.shown) shown.add(one)
    return [...addresses.referred]
  }
  let wanted = note(root)
  while (wanted.length > 0) {
    const fresh = [...new Set(wanted)].filter(one => !documents.has(one) && !identified.has(one))
    const read = await Promise.all(
      fresh.slice(0, Math.max(0, mostDocuments - documents.size)).map(one => loadOne(one, readDocument)),
    )
    read.forEach((result, index) => documents.set(fresh[index] ?? '', result))
    wanted = read.flatMap(result => (result.ok ? note(result.value) : []))
  }
  // A value that is only shown is data: nothing in it refers to anything.
  const values = [...shown].filter(one => !documents.has(one)).slice(0, mostDocuments)
  const loaded = await Promise.all(values.map(one => loadShown(one, readDocument)))
  loaded.forEach((result, index) => documents.set(values[index] ?? '', result))
  return new DocumentSet(documents, { identified, dynamicAnchors, outdated })
}

async function loadOne(address: string, readDocument: ReadDocument): Promise<Result<LoadedDocument, string>> {
  const text = await readDocument(address)
  if (!text.ok) return { ok: false, problems: text.problems[0]?.message ?? 'it cannot be read' }
  const parsed: Result<JsonValue, string> = await readValue(text.value)
  return parsed.ok ? { ok: true, value: { address, root: withPlainKeywords(parsed.value) } } : parsed
}

/** Keywords of schemas whose value is a number, of which only the value counts: `0.0` is 0. */
const numeric =
  /^(?:(?:exclusive)?(?:Min|Max)imum|minimum|maximum|multipleOf|m(?:in|ax)(?:Length|Items|Properties|Contains))$/

/** A document in which such numbers are plain ones, where a double is the same number. */
function withPlainKeywords(value: JsonValue): JsonValue {
  return holdsExactNumber(value) ? plainKeywords(value) : value
}

function plainKeywords(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(plainKeywords)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    isNumber(member) && numeric.test(key) ? plainNumber(member) : plainKeywords(member),
  ])
  return Object.fromEntries(entries) as JsonValue
}

/** A value that stands in a file of its own: JSON or YAML by the name of the file, else a text. */
async function loadShown(
  address: string,
  readDocument: ReadDocument,
): Promise<Result<LoadedDocument, string>> {
  if (/\.(?:json|ya?ml)$/i.test(address)) return loadOne(address, readDocument)
  const text = await readDocument(address)
  if (!text.ok) return { ok: false, problems: text.problems[0]?.message ?? 'it cannot be read' }
  if (/[\0\uFFFD]/.test(text.value))
    return { ok: false, problems: 'it is no text, and no example is made of bytes' }
  return { ok: true, value: { address, root: jsonIn(text.value) ?? text.value } }
}
