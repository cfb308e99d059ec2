import type { JsonObject } from '../../../../model/json.ts'
import { memberAt, textAt } from '../../parts.ts'
import { templateOf } from '../../template.ts'
import type { BodySurroundings, ReadBody } from './index.ts'

/** A file as the body; both tell its type by its name. */
export function readFile(body: JsonObject, { log }: BodySurroundings): ReadBody {
  const file = memberAt(body, 'file')
  const source = typeof file === 'string' ? file : (textAt(file, 'src') ?? '')
  if (source !== '') return { keys: { file: templateOf(source) } }
  if (textAt(file, 'content')) log.lose('body', 'the file stands in the collection itself')
  return { keys: {} }
}
