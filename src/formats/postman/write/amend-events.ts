import type { JsonObject } from '../../../model/json.ts'
import { defined } from '../../../util/defined.ts'
import { isObject } from '../../../util/is-json.ts'
import { amendedScript } from '../../amend-script.ts'
import { listAt, objectAt } from '../parts.ts'
import { sourceOf } from '../read/read-events.ts'

/** An item in whose scripts constants are others, so that reading it gives what the step judges, takes over and sets now. */
export function amendedEvents(
  item: JsonObject,
  step: JsonObject,
  read: (item: JsonObject) => JsonObject,
): JsonObject {
  const wanted = judgedBy(step)
  let amended = item
  for (const [index, event] of listAt(item, 'event').entries()) {
    if (!isObject(event)) continue
    const script = objectAt(event, 'script')
    const withSource = (source: string): JsonObject => {
      const changed = { ...event, script: { ...script, exec: linesLike(script, source) } }
      return { ...amended, event: listAt(amended, 'event').with(index, changed) }
    }
    const source = sourceOf(script)
    const written = amendedScript(source, candidate => judgedBy(read(withSource(candidate))), wanted)
    if (written !== source) amended = withSource(written)
  }
  return amended
}

function judgedBy({ variables, extracts, validations, scripts }: JsonObject): JsonObject {
  return defined({ variables, extracts, validations, scripts })
}

/** A source as the script has its own: as one text or in lines, each with its end. */
function linesLike(script: JsonObject, source: string): string | readonly string[] {
  const former = script['exec']
  if (!Array.isArray(former)) return source
  return source.split('\n').map((line, index) => (String(former[index]).endsWith('\r') ? `${line}\r` : line))
}
