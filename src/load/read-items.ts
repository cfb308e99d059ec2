import type { JsonValue } from '../model/json.ts'
import { mostItems } from '../model/mock.ts'
import type { Result } from '../model/problem.ts'
import { isList } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'
import { readText } from '../util/read-text.ts'

/** The items that a JSON file holds, or what is wrong with it, as the rest of a sentence. */
export function readItems(file: string): Result<readonly JsonValue[], string> {
  const content = readText(file)
  if (content instanceof Error)
    return {
      ok: false,
      problems:
        'code' in content && content.code === 'ENOENT'
          ? 'is not there'
          : `cannot be read: ${content.message}`,
    }
  const value = jsonIn(content)
  if (value === undefined || !isList(value)) return { ok: false, problems: 'holds no JSON list' }
  if (value.length > mostItems)
    return { ok: false, problems: `holds ${value.length} items, and ${mostItems} are the most` }
  return { ok: true, value }
}
