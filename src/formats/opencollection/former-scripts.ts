import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { amendedScript, differingConstants } from '../amend-script.ts'
import { postmanScript } from './bruno-script.ts'
import type { Left } from './left-parts.ts'

/** A script of Postman in the words of suites. */
interface Translation {
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  readonly variables: JsonObject
  readonly rest: string
}

/** Turns a script of Postman into the words of suites. */
export type Translate = (source: string, phase: 'before' | 'after') => Translation

/** The scripts of which the step still has everything, or has it with other constants; that is taken out of what is left. */
export function formerScripts(
  scripts: readonly JsonObject[],
  left: Left,
  translate: Translate,
): readonly JsonObject[] {
  return scripts.flatMap(script => {
    if (staysAs(script, left, translate)) return [script]
    const amended = withConstants(script, left, translate)
    return staysAs(amended, left, translate) ? [amended] : []
  })
}

function phaseOf({ type }: JsonObject): 'before' | 'after' {
  return type === 'before-request' ? 'before' : 'after'
}

function sourceOf({ code }: JsonObject): string {
  return valueText(code ?? '').replaceAll('\r\n', '\n')
}

/** A script with the constants of what is left, where that differs in no more. */
function withConstants(script: JsonObject, left: Left, translate: Translate): JsonObject {
  const says = (code: string): JsonObject | undefined => {
    const source = importedSource(code)
    if (source === undefined) return undefined
    const { validations, extracts, variables } = translate(source, phaseOf(script))
    return { validations, extracts, variables }
  }
  const code = sourceOf(script)
  const said = says(code)
  if (said === undefined) return script
  const validations = list(said['validations']).map(mapping)
  const free = left.validations.filter(one => !validations.some(other => jsonEqual(one, other)))
  const stays = (one: JsonObject): boolean => left.validations.some(other => jsonEqual(one, other))
  const wanted = {
    validations: validations.map(one => (stays(one) ? one : nearest(one, free))),
    extracts: named(left.extracts, mapping(said['extracts'])),
    variables: named(left.variables, mapping(said['variables'])),
  }
  return { ...script, code: amendedScript(code, says, wanted) }
}

/** The values of these names now; an extract that has only become optional counts as it was. */
function named(all: ReadonlyMap<string, JsonValue>, part: JsonObject): JsonObject {
  const now = (name: string, value: JsonValue): JsonValue => {
    const other = all.get(name)
    return other === undefined || sameExtract(other, value) ? value : other
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, now(name, value)]))
}

/** The validation that differs from this one in the fewest constants, and in nothing else; this one where there is none. */
function nearest(validation: JsonObject, others: readonly JsonObject[]): JsonObject {
  const distance = (one: JsonObject): number => differingConstants(validation, one)?.length ?? Infinity
  const [first = validation] = others.toSorted((one, other) => distance(one) - distance(other))
  return distance(first) === Infinity ? validation : first
}

/** The script in the words of Postman; undefined for one of which an import makes nothing. */
function importedSource(code: string): string | undefined {
  const script = postmanScript(code)
  return script?.unknown.length === 0 ? script.source : undefined
}

/** True for a script of which the step still has everything, or never had any; that is taken out of what is left. */
function staysAs(script: JsonObject, left: Left, translate: Translate): boolean {
  const source = importedSource(sourceOf(script))
  if (source === undefined) return true
  const phase = phaseOf(script)
  const said = translate(source, phase)
  const has = (all: ReadonlyMap<string, JsonValue>, part: JsonObject): boolean =>
    Object.entries(part).every(([name, value]) => sameExtract(all.get(name), value))
  const rest = said.rest.trim() === '' || left.scripts[phase].includes(said.rest)
  const validations = said.validations.every(one => left.validations.some(other => jsonEqual(one, other)))
  if (!rest || !validations || !has(left.extracts, said.extracts) || !has(left.variables, said.variables))
    return false
  left.scripts[phase] = left.scripts[phase].filter(one => one !== said.rest)
  left.validations = left.validations.filter(one => !said.validations.some(other => jsonEqual(one, other)))
  for (const name of Object.keys(said.extracts)) left.extracts.delete(name)
  for (const name of Object.keys(said.variables)) left.variables.delete(name)
  return true
}

/** An extract may have become optional, as an earlier request has the same. */
function sameExtract(now: JsonValue | undefined, then: JsonValue): boolean {
  const plain = (value: JsonValue): JsonValue => (isObject(value) ? (value['from'] ?? value) : value)
  return now !== undefined && jsonEqual(plain(now), plain(then))
}
