import type { JsonValue } from '../../model/json.ts'
import { readBytes } from '../../util/read-text.ts'
import { valueText } from '../../util/value-text.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { findFile } from '../http/body/file-source.ts'

/** The bytes of a file of a step that is sent as one message, and the type that its name tells. */
export async function readWholeFile(
  file: JsonValue,
  directory: string,
): Promise<Prepared<{ readonly bytes: Buffer; readonly contentType: string }>> {
  const found = await findFile(file, directory)
  if (!found.ok) return found
  const { path, contentType } = found.value
  try {
    return prepared({ bytes: readBytes(path), contentType })
  } catch (error) {
    return failed('file-unreadable', {
      reason: `"${valueText(file)}" cannot be read (${path}: ${(error as Error).message})`,
    })
  }
}
