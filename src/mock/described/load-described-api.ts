import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { DescribedApi } from './described-api.ts'

/** The API that a document describes. Rejects with the reason where it cannot be read. */
export async function loadDescribedApi(file: string): Promise<DescribedApi> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) throw new Error(description.problems.map(({ message }) => message).join('; '))
  return new DescribedApi(description.value)
}
