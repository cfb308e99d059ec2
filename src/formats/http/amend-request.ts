import type { Kept } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { amendedScript, differingConstants, withoutStatements } from '../amend-script.ts'
import { digestsOf, formerText } from '../kept-text.ts'
import { silent } from '../told.ts'
import type { HttpRequest } from './http-file.ts'
import { readHttpFile } from './read-http-file.ts'
import { judgement, type TranslateScript } from './request-step.ts'
import { formerStep } from './step-parts.ts'

const judged = ['validations', 'extracts', 'variables', 'scripts'] as const

/**
 * The kept part of a request, with other constants in its handlers and checks where those alone say what the step judges, takes over
 * and sets now; else as it was.
 */
export function amendedKept(
  kept: Kept | undefined,
  step: JsonObject,
  translate: TranslateScript,
): Kept | undefined {
  const text = formerText('http', kept)
  const former = formerStep(kept, step)
  if (text === undefined || former === undefined || former.isSame(...judged)) return kept
  const [request, ...others] = readHttpFile(text).requests
  if (request === undefined || others.length > 0) return kept
  const said = judgedBy(request, translate)
  const own = mapping(kept?.['http'])
  const parts = mapping(own['parts'])
  // References and lines above a request give a step more than its own handlers.
  const stays = (key: 'extracts' | 'variables'): boolean => {
    const ofScripts = mapping(said[key])
    const hadNoMore =
      said[key] === undefined ? !former.had(key) : digestsOf({ [key]: ofScripts })[key] === parts[key]
    return (
      former.isSame(key) ||
      (hadNoMore && Object.keys(mapping(step[key])).every(name => Object.hasOwn(ofScripts, name)))
    )
  }
  if (!stays('extracts') || !stays('variables')) return kept
  const amended = amendedText(request, wantedOf(step, said), translate)
  if (amended === undefined) return kept
  const now = digestsOf(defined(Object.fromEntries(judged.map(key => [key, step[key]]))) as JsonObject)
  return { ...kept, http: { ...own, text: amended, parts: { ...parts, ...now } } }
}

function judgedBy(request: HttpRequest, translate: TranslateScript): JsonObject {
  return judgement(request, {
    ...{ tell: silent, translate, variables: {} },
    textOf: written => written,
    read: () => undefined,
    extracts: () => ({}),
  })
}

/** The parts of the step that its handlers and checks say. */
function wantedOf(step: JsonObject, said: JsonObject): JsonObject {
  const named = (key: string): JsonValue | undefined => {
    const before = said[key]
    if (before === undefined) return undefined
    const now = mapping(step[key])
    return Object.fromEntries(Object.keys(mapping(before)).map(name => [name, now[name] ?? null]))
  }
  return defined({
    ...{ variables: named('variables'), extracts: named('extracts') },
    ...{ validations: step['validations'], scripts: step['scripts'] },
  })
}

function amendedText(
  request: HttpRequest,
  wanted: JsonObject,
  translate: TranslateScript,
): string | undefined {
  const says = (text: string): JsonObject | undefined => {
    const [read] = readHttpFile(text).requests
    return read === undefined ? undefined : judgedBy(read, translate)
  }
  // A script is read without the ends that its lines have in the file.
  const isWindows = !/(?<!\r)\n/.test(request.text)
  let text = isWindows ? request.text.replaceAll('\r\n', '\n') : request.text
  for (const { source = '' } of [...request.before, ...request.after]) {
    const within = (script: string): string => text.replace(source, () => script)
    const amended = amendedScript(source, script => says(within(script)), wanted)
    const things = (script: string) => {
      const { validations, ...rest } = says(within(script)) ?? {}
      return { things: list(validations), rest }
    }
    const isWanted = (one: JsonValue): boolean =>
      list(wanted['validations']).some(other => jsonEqual(one, other))
    text = within(withoutStatements(amended, things, isWanted))
  }
  for (const check of request.checks) text = withCheck(text, check, wanted, says)
  if (!jsonEqual(says(text) ?? null, wanted)) return undefined
  return isWindows ? text.replaceAll('\n', '\r\n') : text
}

/** The text with the value that is wanted behind `??`, where it is that of this check. */
function withCheck(
  text: string,
  check: string,
  wanted: JsonObject,
  says: (text: string) => JsonObject | undefined,
): string {
  const distance = (one: string): number => differingConstants(says(one) ?? null, wanted)?.length ?? Infinity
  const left = differingConstants(says(text) ?? null, wanted) ?? []
  for (const { found, wanted: value } of left) {
    if (!check.endsWith(` ${valueText(found)}`)) continue
    const other = check.slice(0, -valueText(found).length) + valueText(value)
    const candidate = text.replace(`?? ${check}`, () => `?? ${other}`)
    if (distance(candidate) < left.length) return candidate
  }
  return text
}
