import { problemText } from '../../template/render-problem.ts'
import path from 'node:path'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { withoutSlash } from '../../api-description/operation-names.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import type { MockCollection } from '../../model/mock.ts'
import { readItems } from '../../load/read-items.ts'
import { DescribedApi } from './described-api.ts'

/** The API that a document describes, with the collections that remember. Rejects with the reason where it cannot be read. */
export async function loadDescribedApi(
  file: string,
  { collections = [], directory = '.' }: Remembering = {},
): Promise<DescribedApi> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) throw new Error(problemText(description.problems))
  const loaded = collections.map(collection => {
    const { from } = collection
    const items = from === undefined ? undefined : readItems(path.resolve(directory, from))
    if (items?.ok === false) throw new Error(`${from ?? ''} ${items.problems}`)
    const own = { ...collection, path: withoutSlash(collection.path) }
    return items === undefined ? own : { ...own, loaded: items.value }
  })
  return new DescribedApi(description.value, loaded)
}

/** The collections that remember, and what their files are relative to. */
interface Remembering {
  readonly collections?: readonly MockCollection[] | undefined
  readonly directory?: string
}
