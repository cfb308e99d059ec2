import type { Kept, SavedExample } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { digestsOf, keptText } from '../kept-text.ts'
import type { CollectionPart } from './collection-part.ts'

/**
 * The text of a part with its file, and the digests of what it became, as a whole and key by key. A part of a file that holds
 * others, too, is kept by itself.
 */
export function keptPart(
  { text, file, document }: Pick<CollectionPart, 'text' | 'file' | 'document'>,
  value: object,
  examples?: readonly SavedExample[],
  others: readonly JsonValue[] = [],
): Kept {
  const whole = meaning(value, examples)
  const kept = keptText('opencollection', text ?? JSON.stringify(document), whole)
  return {
    opencollection: {
      ...mapping(kept['opencollection']),
      file,
      parts: digestsOf(whole),
      ...(others.length === 0 ? {} : { others }),
    },
  }
}

/** Keys that are written in other files, or in none. */
const elsewhere = new Set([
  'items',
  'after',
  'environments',
  'kept',
  'kind',
  'imported',
  'settings',
  'examples',
])

/** All of a saved part that is written to its file, in a row of keys. */
export function meaning(value: object, examples?: readonly SavedExample[]): JsonObject {
  const { settings } = value as { readonly settings?: JsonObject }
  const own = Object.entries(value as JsonObject).filter(([key]) => !elsewhere.has(key))
  return {
    ...Object.fromEntries(own),
    ...settings,
    ...(examples === undefined ? {} : { examples: examples as unknown as JsonValue }),
  }
}

/** The file that a part was read from, and which of its keys are as they were then. */
export interface FormerPart {
  readonly file: string
  /** Empty of a folder that had no file of its own. */
  readonly text: string
  /** Items of the file that nothing was made of. */
  readonly others: readonly JsonValue[]
  readonly isSame: (...keys: readonly string[]) => boolean
}

/** The name of the file that a part was read from, in the collection. */
export function formerFile(kept: Kept | undefined): string | undefined {
  return textOf(mapping(kept?.['opencollection'])['file'])
}

/** The part as it was read; undefined for one that comes from elsewhere. */
export function formerPart(
  kept: Kept | undefined,
  value: object,
  examples?: readonly SavedExample[],
): FormerPart | undefined {
  const file = formerFile(kept)
  if (file === undefined) return undefined
  const { text, parts, others } = mapping(kept?.['opencollection'])
  const whole = meaning(value, examples)
  const now = digestsOf(whole)
  const isSame = (...keys: readonly string[]): boolean =>
    (keys.length === 0 ? [...Object.keys(whole), ...Object.keys(mapping(parts))] : keys).every(
      key => mapping(parts)[key] === now[key],
    )
  return { file, text: textOf(text) ?? '', others: list(others), isSame }
}
