import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList } from '../../../util/is-json.ts'
import { memberAt } from '../parts.ts'

/** Scripts as they are (`scripts` of settings) as events of a collection; undefined when there are none. */
export function writeEvents(scripts: JsonValue | undefined): readonly JsonObject[] | undefined {
  const events = [
    ...textsOf(memberAt(scripts, 'before')).map(text => eventOf('prerequest', text)),
    ...textsOf(memberAt(scripts, 'after')).map(text => eventOf('test', text)),
  ]
  return events.length === 0 ? undefined : events
}

/** The texts of a script that is given as one text or as a list of them. */
export function textsOf(script: JsonValue | undefined): readonly string[] {
  const given = script !== undefined && script !== null && isList(script) ? script : [script]
  return given.filter((text): text is string => typeof text === 'string' && text !== '')
}

/** A script as an event. */
export function eventOf(listen: 'prerequest' | 'test', source: string): JsonObject {
  return { listen, script: { type: 'text/javascript', exec: source.split('\n') } }
}
