import type { ApiDescription } from '../../api-description/api-description.ts'
import type { Result } from '../../model/problem.ts'
import type { SourceInput } from '../convert/read-source.ts'
import { readDescription } from './read-description.ts'

/** The description at `source`: a file, a URL, or a file in a revision of git. */
export async function loadSpec(input: SourceInput): Promise<Result<ApiDescription>> {
  const read = await readDescription(input)
  return read.ok ? { ok: true, value: read.value.description } : read
}
