import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { Said } from '../../former-scripts.ts'
import type { Phase } from '../../left-parts.ts'
import { ConversionLog } from '../conversion-log.ts'
import { listAt, memberAt, objectAt, objectOf, textAt } from '../parts.ts'
import type { TranslatedStatement, Translation } from '../scripts/understand/statement-report.ts'
import { translateScript } from '../scripts/understand/translate-script.ts'
import type { Context } from '../context.ts'

/** Result of reading scripts: keys of a step, and whether they test anything. */
export interface ReadEvents {
  readonly keys: JsonObject
  readonly hasTests: boolean
}

/** The scripts of a request: what can be said in a suite is, and the rest stays a script. */
export function readEvents(events: JsonValue | undefined, around: Context): ReadEvents {
  const before = sourcesOf(events, 'before', around.log).map(source => translated(source, 'before', around))
  const after = sourcesOf(events, 'after', around.log).map(source => translated(source, 'after', around))
  const validations = after.flatMap(translation => translation.validations)
  const hasTests = validations.length > 0 || after.some(({ rest }) => isTest(rest))
  return {
    keys: {
      ...part(
        'variables',
        objectOf(Object.assign({}, ...before.map(({ variables }) => variables)) as JsonObject),
      ),
      ...part('extracts', objectOf(extractsOf(after, around))),
      ...part('validations', validations.length === 0 ? undefined : validations),
      ...part('scripts', objectOf({ before: restOf(before), after: restOf(after) })),
    },
    hasTests,
  }
}

/**
 * The extracts of a step. A variable that an earlier request extracts, too, may stay as it is: in Postman, no test
 * fails where nothing is found.
 */
function extractsOf(translations: readonly Translation[], { extracted }: Context): JsonObject {
  const [only, ...others] = translations
  if (
    only !== undefined &&
    others.length === 0 &&
    !Object.keys(only.extracts).some(name => extracted.has(name))
  )
    return only.extracts
  const all = Object.assign({}, ...translations.map(({ extracts }) => extracts)) as JsonObject
  return Object.fromEntries(
    Object.entries(all).map(([name, extract]): [string, JsonValue] => {
      if (!extracted.has(name)) return [name, extract]
      if (!isObject(extract)) return [name, { from: extract, optional: true }]
      return [name, Object.hasOwn(extract, 'from') ? { ...extract, optional: true } : extract]
    }),
  )
}

/** The scripts of a folder or collection as they are, because they run for every request below. */
export function readSharedEvents(events: JsonValue | undefined, log: ConversionLog): ReadEvents {
  const before = sourcesOf(events, 'before', log).filter(source => isEffective(source, 'before'))
  const after = sourcesOf(events, 'after', log).filter(source => isEffective(source, 'after'))
  const scripts = objectOf({ before: oneOrMore(before), after: oneOrMore(after) })
  return { keys: part('scripts', scripts), hasTests: after.some(isTest) }
}

/** The sources of the scripts of a phase that are not switched off. */
export function sourcesOf(
  events: JsonValue | undefined,
  phase: Phase,
  log: ConversionLog,
): readonly string[] {
  const name = phase === 'before' ? 'prerequest' : 'test'
  return eventsOf(events).flatMap(event => {
    if (textAt(event, 'listen') !== name || memberAt(event, 'disabled') === true) return []
    const script = memberAt(event, 'script')
    if (isObject(script) && Object.hasOwn(script, 'src') && !Object.hasOwn(script, 'exec'))
      log.lose(`${name} script`, 'it stands in a file of its own')
    const source = sourceOf(script)
    return source.trim() === '' ? [] : [source]
  })
}

/** A list of events; one may stand by itself, as Postman's own example collections have it. */
export function eventsOf(events: JsonValue | undefined): readonly JsonValue[] {
  return isObject(events) ? [events] : listAt({ events: events ?? null }, 'events')
}

/** The source of a script: lines in a list or one text, in an object or bare. */
export function sourceOf(script: JsonValue | undefined): string {
  const code = isObject(script) ? memberAt(script, 'exec') : script
  if (typeof code === 'string') return code.replaceAll('\r\n', '\n')
  if (code === undefined || code === null || !isList(code)) return ''
  const known = joined.get(code)
  if (known !== undefined) return known
  const source = code.map(lineOf).join('\n')
  joined.set(code, source)
  return source
}

/** Scripts by their lists of lines: each is asked for several times. */
const joined = new WeakMap<readonly JsonValue[], string>()

function lineOf(line: JsonValue): string {
  if (typeof line !== 'string') return ''
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function translated(source: string, phase: Phase, around: Context): Translation {
  const translation = translationOf(source, phase, around)
  tell(translation.statements, phase, around.log)
  return translation
}

/** A script in the words of suites. */
export function translationOf(source: string, phase: Phase, { known, shared }: Context): Translation {
  return translateScript(source, phase, { texts: known.texts, shared })
}

/** One note for all lines that became the same. */
function tell(statements: readonly TranslatedStatement[], phase: Phase, log: ConversionLog): void {
  const groups = new Map<string, TranslatedStatement[]>()
  for (const statement of statements) {
    const key = `${statement.became} ${statement.reason ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [statement])
    else group.push(statement)
  }
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || (first.became === 'nothing' && first.reason === undefined)) continue
    const lines = [first, ...others].map(({ line }) => line)
    const place = `${phase === 'before' ? 'prerequest' : 'test'} script line${lines.length > 1 ? 's' : ''}`
    const became =
      first.became === 'script'
        ? `still runs as a script: ${first.reason ?? ''}`
        : first.became === 'nothing'
          ? (first.reason ?? '')
          : `became ${first.became}`
    log.note(`${place} ${[...new Set(lines)].join(', ')}: ${first.text}`, became.replace(/: $/, ''))
  }
}

/** The meaning of a script that is shared: what does something stays a script. */
export function sharedSaid(source: string, phase: Phase): Said {
  return { validations: [], extracts: {}, variables: {}, rest: isEffective(source, phase) ? source : '' }
}

function isEffective(source: string, phase: Phase): boolean {
  const { rest, statements } = translateScript(source, phase)
  return rest.trim() !== '' || statements.some(({ became }) => became !== 'nothing')
}

function restOf(translations: readonly Translation[]): JsonValue | undefined {
  return oneOrMore(translations.map(({ rest }) => rest).filter(rest => rest.trim() !== ''))
}

function oneOrMore(texts: readonly string[]): JsonValue | undefined {
  return texts.length < 2 ? texts[0] : texts
}

/**
 * True where a step judges the answer, or the scripts that it had do, or something around it. Rules that suites take for granted
 * are judged there, too.
 */
export function isJudged(step: JsonObject, former: JsonValue | undefined, around: Context): boolean {
  const { after } = objectAt(step, 'scripts')
  const scripts = after !== undefined && isList(after) ? after : [after]
  return (
    around.hasTests ||
    listAt(step, 'validations').length > 0 ||
    scripts.some(one => typeof one === 'string' && isTest(one)) ||
    readEvents(former, { ...around, log: new ConversionLog() }).hasTests
  )
}

/** True where a script judges the answer, as far as its text shows. */
function isTest(source: string): boolean {
  return /\bpm\s*\.\s*(test|expect|response\s*\.\s*to)\b|\btests\s*\[/.test(source)
}

function part(key: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value }
}

/** The scripts under an item, for what can be seen in their text. */
export function scriptTexts(item: JsonObject): readonly string[] {
  return eventsOf(memberAt(item, 'event')).map(event => sourceOf(memberAt(event, 'script')))
}
