import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import type { ApiDescription } from './api-description.ts'
import { absoluteAddress, splitAddress } from './documents/address.ts'
import type { LoadedDocument } from './documents/loaded-document.ts'

/** Where a bundle keeps the other documents. */
const shelf = 'x-documents'

/**
 * The description as one document that needs no other: those it refers to stand under `x-documents`, and references to
 * them lead there. A reference that leads nowhere stays as it is, made absolute.
 */
export function bundleDescription({
  root,
  documents,
}: Pick<ApiDescription, 'root' | 'documents'>): JsonObject {
  const others = documents.others(root.address)
  const places = new Map(others.map(({ address }, index) => [address, `#/${shelf}/${index}`]))
  places.set(root.address, '#')
  const written = others.map(
    (document, index) => [String(index), rewritten(document.root, document, places)] as const,
  )
  const whole = rewritten(root.root, root, places)
  if (!isObject(whole)) return {}
  return others.length === 0 ? whole : { ...whole, [shelf]: Object.fromEntries(written) }
}

/** A value of a document with each of its references leading into the bundle. */
function rewritten(
  value: JsonValue,
  document: LoadedDocument,
  places: ReadonlyMap<string, string>,
): JsonValue {
  if (isList(value)) return value.map(item => rewritten(item, document, places))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string'
        ? [key, newReference(member, document, places)]
        : [key, rewritten(member, document, places)],
    ),
  )
}

function newReference(
  reference: string,
  document: LoadedDocument,
  places: ReadonlyMap<string, string>,
): string {
  const absolute = absoluteAddress(reference, document.address)
  if (absolute === undefined) return reference
  const place = places.get(splitAddress(absolute)[0])
  const hash = absolute.indexOf('#')
  if (place === undefined) return absolute
  const fragment = hash === -1 ? '' : absolute.slice(hash + 1)
  return fragment === '' || fragment.startsWith('/') ? `${place}${fragment}` : `#${fragment}`
}
