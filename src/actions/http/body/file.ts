import type { JsonValue } from '../../../model/json.ts'
import { formatSize } from '../../../util/quantity.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { findFile } from './file-source.ts'
import type { PreparedBody } from './prepared-body.ts'

/** A file's bytes as the whole body. */
export async function fileBody(
  value: JsonValue,
  contentType: string | undefined,
  directory: string,
): Promise<Prepared<PreparedBody>> {
  const file = await findFile(value, directory)
  if (!file.ok) return file
  const { name, path, size } = file.value
  return prepared({
    wire: file.value,
    contentType: contentType ?? file.value.contentType,
    preview: { text: `<file ${name}, ${formatSize(size)}>`, size, truncated: true },
    source: { kind: 'file', file: path },
  })
}
