import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleDescription } from '../../api-description/bundle-description.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { importOpenApi } from '../../formats/openapi/import-open-api.ts'
import type { ApiDescription } from '../../api-description/api-description.ts'
import type { Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import type { NegativeItemsOptions } from '../../contract/negative/negative-items.ts'
import { readFileText, readReference, type ReferringInput } from './read-source.ts'
import { isUrl } from '../../util/is-url.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The time that another document may take to answer: where one does not, the rest is imported all the same. */
const longestWait = '10s'

/** How a description becomes a collection. */
export interface DescriptionOptions extends ReferringInput {
  /** The folder that file names of a collection count from. */
  readonly directory: string
  /** Cases that break a rule of an API description, for a folder of their own; absent where there are to be none. */
  readonly negative?: NegativeItemsOptions
  /** Where a copy of the document will be, relative to `directory`. */
  readonly copy?: string
}

/** Reads an API description with the documents that it refers to, beside it or at other URLs, and makes a collection of it. */
export async function importDescription(
  text: string,
  options: DescriptionOptions,
): Promise<Result<Imported>> {
  const { source, workingFolder, directory, copy } = options
  const file =
    source === '-' ? path.join(workingFolder, 'standard-input') : path.resolve(workingFolder, source)
  const address = isUrl(source) ? source : file
  let isFirst = true
  const description = await loadDescription(address, location => {
    // The document itself was read before: by name of the standard input there is none.
    if (isFirst) {
      isFirst = false
      return Promise.resolve({ ok: true, value: text })
    }
    return location.startsWith('file:')
      ? Promise.resolve(
          readFileText(fileURLToPath(location), path.relative(workingFolder, fileURLToPath(location))),
        )
      : readReference({ ...options, timeout: longestWait }, location)
  })
  if (!description.ok) return description
  const { root, documents } = description.value
  const own =
    isUrl(source) || source === '-' ? undefined : path.relative(directory, file).replaceAll(path.sep, '/')
  const spec = copy ?? own
  const sound = await importOpenApi(description.value, spec === undefined ? {} : { spec })
  const imported = await withNegativeCases(sound, description.value, options)
  // Beside a copy the other documents do not lie.
  const isWhole = copy === undefined || documents.others(root.address).length === 0
  if (isWhole) return { ok: true, value: imported }
  return {
    ok: true,
    value: { ...imported, bundle: writeJson(bundleDescription(description.value), 2) },
  }
}

/** With a folder of the cases that break a rule, where they are asked for. */
async function withNegativeCases(
  sound: Imported,
  description: ApiDescription,
  { negative }: DescriptionOptions,
): Promise<Imported> {
  if (negative === undefined || sound.collection === undefined) return sound
  const { negativeItems } = await import('../../contract/negative/negative-items.ts')
  const items = negativeItems(description, negative)
  const folder = { kind: 'folder', name: 'Negative cases', items } as const
  const { collection } = sound
  return { ...sound, collection: { ...collection, items: [...collection.items, folder] } }
}
