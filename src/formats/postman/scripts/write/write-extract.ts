import { saysMore } from '../../../../compile/written-checks.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { nativeRegExp } from '../../../../patterns/index.ts'
import { isObject } from '../../../../util/is-json.ts'
import { nameForExtract } from '../validation-name.ts'
import { targetExpression, type WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

/** An extract as statements. */
export interface WrittenExtract {
  readonly text: string
  /** Functions that the statements call. */
  readonly helpers: readonly string[]
}

/**
 * The statements that set a variable as an extract does, or why there are none. One that has to find something is a test,
 * because without it the step fails.
 */
export function writeExtract(variable: string, from: JsonValue): WrittenExtract | { readonly why: string } {
  if (isObject(from) && from['value'] !== undefined) return writeGiven(variable, from['value'])
  if (saysMore(from)) return { why: 'a script has no short word for its default or for adding to a list' }
  const source = isObject(from) ? from['from'] : from
  const regex = isObject(from) ? from['regex'] : undefined
  if (typeof source !== 'string') return { why: 'it has no target' }
  const isOptional = isObject(from) && from['optional'] === true
  const target = targetExpression(source, isOptional ? 'body()' : 'json')
  if ('why' in target) return target
  const found = typeof regex === 'string' ? groupExpression(target, regex) : target
  if (found === undefined) return { why: 'its regular expression is none to JavaScript' }
  return isOptional ? writeOptional(variable, found) : writeRequired(variable, found)
}

function writeGiven(variable: string, value: JsonValue): WrittenExtract | { readonly why: string } {
  const expression = valueExpression(value)
  if (expression === undefined) return { why: 'Postman has no word for its value' }
  return { text: setting(variable, expression), helpers: [] }
}

function setting(variable: string, expression: string): string {
  return `pm.environment.set(${JSON.stringify(variable)}, ${expression})`
}

/** The first group of a match, or the whole of it. */
function groupExpression(target: WrittenTarget, regex: string): WrittenTarget | undefined {
  const native = regex.includes('{{') ? undefined : nativeRegExp(regex)
  if (native === undefined) return undefined
  const expression = `firstGroup(${target.expression}, ${JSON.stringify(regex)}, ${JSON.stringify(native.flags)})`
  return { ...target, expression, helpers: [...target.helpers, 'firstGroup'] }
}

/** The variable stays as it was when nothing is found. */
function writeOptional(variable: string, { kind, expression, helpers }: WrittenTarget): WrittenExtract {
  return {
    text: `if (${expression} !== undefined) ${setting(variable, expression)}`,
    helpers: kind === 'body' ? [...helpers, 'body'] : helpers,
  }
}

function writeRequired(variable: string, { kind, expression, helpers }: WrittenTarget): WrittenExtract {
  const isThere = kind === 'status' || kind === 'text' || kind === 'time'
  const isPlain = isThere && helpers.length === 0
  if (isPlain) return { text: setting(variable, expression), helpers }
  const lines = [
    ...(kind === 'body' ? ['const json = pm.response.json()'] : []),
    `pm.expect(${expression}).to.not.be.undefined`,
    setting(variable, expression),
  ]
  const name = JSON.stringify(nameForExtract(variable))
  return { text: `pm.test(${name}, () => {\n${lines.map(line => `  ${line}`).join('\n')}\n})`, helpers }
}
