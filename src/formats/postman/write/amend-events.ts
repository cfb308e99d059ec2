import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { type FormerScript, type ScriptWords, sortScripts, writtenScripts } from '../../former-scripts.ts'
import { leftOf } from '../../left-parts.ts'
import type { Say } from '../../told.ts'
import { scopesOf, withScopes } from '../../variable-scopes.ts'
import { memberAt, textAt } from '../parts.ts'
import { eventsOf, sourceOf } from '../read/read-events.ts'
import { writeScripts } from '../scripts/write/write-scripts.ts'
import { eventOf } from './write-events.ts'
import { skipScript } from './write-request.ts'

const listens = { before: 'prerequest', after: 'test' } as const

/**
 * An item whose events say what the step judges, takes over and sets now. Each event of which everything is still there stays as
 * it is, or with other constants; the others are written anew, with the scopes of their variables.
 */
export function amendedEvents(
  item: JsonObject,
  step: JsonObject,
  says: ScriptWords['says'],
  lose: Say = () => undefined,
): JsonObject {
  const events = eventsOf(item['event'])
  const scripts = events.map(formerScript)
  const former = scripts.filter(one => one !== undefined)
  if (former.length === 0) return item
  const scopes = scopesOf(former.map(({ code }) => code))
  const words: ScriptWords = {
    says,
    lose,
    write: (part, phase) => {
      const source = writeScripts(part)[phase]
      return source === undefined ? undefined : withScopes(source, scopes)
    },
  }
  const left = leftOf(step)
  const { codes, added } = writtenScripts(former, sortScripts(former, left, says), left, words)
  const written = events.flatMap((event, index): readonly JsonValue[] => {
    const script = scripts[index]
    if (script === undefined) return [event]
    const code = codes[former.indexOf(script)]
    return code === undefined ? [] : [code === script.code ? event : withSource(event, code)]
  })
  const [before, after] = (['before', 'after'] as const).map(phase => {
    const source = added[phase]
    return source === undefined ? [] : [eventOf(listens[phase], source)]
  })
  const skip = textAt(step, 'skip')
  const skips = skip === undefined ? [] : [eventOf(listens.before, skipScript(skip))]
  const all = [...skips, ...(before ?? []), ...written, ...(after ?? [])]
  const [only] = all
  const isAlone = isObject(item['event']) && all.length === 1 && only !== undefined
  return { ...item, event: isAlone ? only : all }
}

/** The script of an event; undefined for one that does nothing, or of which nothing can be read. */
function formerScript(event: JsonValue): FormerScript | undefined {
  const listen = textAt(event, 'listen')
  const code = sourceOf(memberAt(event, 'script'))
  if (memberAt(event, 'disabled') === true || code.trim() === '') return undefined
  const phase = listen === listens.before ? 'before' : listen === listens.after ? 'after' : undefined
  return phase === undefined ? undefined : { phase, code, isOpen: true }
}

function withSource(event: JsonValue, source: string): JsonValue {
  if (!isObject(event)) return event
  const { script } = event
  const exec = linesLike(isObject(script) ? script['exec'] : script, source)
  return { ...event, script: isObject(script) ? { ...script, exec } : exec }
}

/** A source as the script has its own: as one text or in lines, each with its end. */
function linesLike(former: JsonValue | undefined, source: string): string | readonly string[] {
  if (former === undefined || !isList(former))
    return typeof former === 'string' && former.includes('\r\n') ? source.replaceAll('\n', '\r\n') : source
  const ends = (line: JsonValue | undefined): boolean => typeof line === 'string' && line.endsWith('\r')
  return source.split('\n').map((line, index, lines) => {
    const isLast = index === lines.length - 1
    const like = isLast ? former.at(-1) : (former.slice(0, -1)[index] ?? former[0])
    return ends(like) ? `${line}\r` : line
  })
}
