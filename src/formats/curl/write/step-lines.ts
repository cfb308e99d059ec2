import { jsonEqual } from '../../../util/json-equal.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { lostRounds } from '../../../compile/rounds-of-step.ts'
import { saysMore } from '../../../compile/written-checks.ts'
import { requestOfStep } from '../../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { actionOf, stepName } from '../../../parse/build-step.ts'
import { parseDuration } from '../../../util/duration.ts'
import { isObject } from '../../../util/is-json.ts'
import { parsePlainPath } from '../../../json-path/index.ts'
import { valueText } from '../../../util/value-text.ts'
import { transientOnly } from '../step-of-call.ts'
import { commandText } from '../../../curl/write/curl-parts.ts'
import { requestArguments } from './request-lines.ts'
import { shellText, type ShellVariables } from './shell-variables.ts'

/** A step as lines of a script; none when a script cannot carry it out. */
export interface StepLines {
  readonly name: string
  readonly lines: readonly string[]
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** Writes a step as lines of a script for bash. */
export function stepLines(step: JsonObject, settings: JsonObject, variables: ShellVariables): StepLines {
  const name = stepName(step).replace(/\{\{\s*([^{}]*?)\s*\}\}/g, '{$1}')
  const { skip } = step
  if (typeof skip === 'string')
    return {
      name,
      lines: [`# ${oneLine(skip)}`],
      losses: [{ what: 'skip', why: 'a script sends nothing for it, and tells of it in a comment alone' }],
    }
  const rounds = lostRounds(step)
  if (rounds !== undefined) return { name, lines: [], losses: [rounds] }
  const before = assignments(step['variables'], variables)
  const action = actionOf(step) ?? ''
  if (action === 'set')
    return { name, lines: [...before, ...assignments(step['set'], variables)], losses: [] }
  const pause = action === 'pause' ? parseDuration(valueText(step['pause'] ?? '')) : undefined
  if (pause !== undefined) return { name, lines: [...before, `sleep ${pause / 1000}`], losses: [] }
  const request = requestOfStep(step, settings)
  if (request === undefined)
    return { name, lines: [], losses: [{ what: action, why: 'curl sends HTTP requests only' }] }
  const { options, losses } = requestArguments(request, variables)
  const extracts = extractLines(step['extracts'], variables)
  const retry = retryOption(step)
  const command = [...options, ...retry.options]
  return {
    name,
    lines: [...before, ...commandLines(command, extracts.needs), ...extracts.lines],
    losses: [...request.losses, ...losses, ...extracts.losses, ...retry.losses, ...stepLosses(step)],
  }
}

function assignments(values: JsonValue | undefined, variables: ShellVariables): readonly string[] {
  return Object.entries(isObject(values ?? null) ? (values as JsonObject) : {}).map(
    ([name, value]) => `${variables.nameOf(name)}=${shellText(valueText(value), variables)}`,
  )
}

/** The part of a response that later lines need: its body, or its header lines, too. */
type Need = 'nothing' | 'body' | 'head'

function commandLines(options: readonly string[], need: Need): readonly string[] {
  const all = need === 'head' ? [...options, '--dump-header "$head"'] : options
  const before = need === 'head' ? ['head=$(mktemp)'] : []
  const command = need === 'nothing' ? commandText('curl', all) : commandText('body=$(curl', all, ')')
  return [...before, command]
}

function extractLines(
  extracts: JsonValue | undefined,
  variables: ShellVariables,
): { readonly lines: readonly string[]; readonly needs: Need; readonly losses: StepLines['losses'] } {
  const found = Object.entries(isObject(extracts ?? null) ? (extracts as JsonObject) : {})
  const written = found.map(([name, from]) => ({ name, from, line: extractLine(name, from, variables) }))
  const lines = written.flatMap(({ line }) => (line === undefined ? [] : [line]))
  const needsHead = lines.some(line => line.includes('"$head"'))
  const needsBody = lines.some(line => line.includes('"$body"'))
  return {
    lines,
    needs: needsHead ? 'head' : needsBody ? 'body' : 'nothing',
    losses: written
      .filter(({ line }) => line === undefined)
      .map(({ name, from }) => ({ what: `extract ${name}: ${valueText(from)}`, why: 'jq has no such path' })),
  }
}

function extractLine(name: string, from: JsonValue, variables: ShellVariables): string | undefined {
  const own = variables.nameOf(name)
  if (isObject(from)) {
    const { value, from: inner, regex } = from
    if (value !== undefined) return `${own}=${shellText(valueText(value), variables)}`
    if (saysMore(from)) return undefined
    return regex === undefined && inner !== undefined ? extractLine(name, inner, variables) : undefined
  }
  if (typeof from !== 'string') return undefined
  if (from === 'text') return `${own}=$(printf %s "$body")`
  const [, header] = /^header (.+)$/.exec(from) ?? []
  if (header !== undefined) return `${own}=$(sed -n ${quotedSed(header)} "$head" | tr -d '\\r')`
  const path = parsePlainPath(from)
  if (path === undefined) return undefined
  const filter = path.map(part =>
    typeof part === 'number'
      ? `[${part}]`
      : /^[A-Za-z_]\w*$/.test(part)
        ? `.${part}`
        : `[${JSON.stringify(part)}]`,
  )
  return `${own}=$(jq -r '${jqPath(filter).replaceAll("'", String.raw`'\''`)}' <<< "$body")`
}

function jqPath(parts: readonly string[]): string {
  const path = parts.join('')
  return path.startsWith('.') ? path : `.${path}`
}

function quotedSed(header: string): string {
  return `'s/^${header.replace(/[^\w-]/g, '.')}: *//Ip'`
}

/** A request that is tried until it succeeds, which is all that curl can wait for. */
function retryOption({ retry, validations, extracts }: JsonObject): {
  readonly options: readonly string[]
  readonly losses: StepLines['losses']
} {
  if (!isObject(retry ?? null)) return { options: [], losses: [] }
  const { attempts = 1, interval = '1s', until, 'stop-when': stop } = retry as JsonObject
  if (until !== 'success' && (validations ?? extracts) !== undefined)
    return { options: [], losses: [{ what: 'retry', why: 'curl does not know when the answer is right' }] }
  const seconds = Math.ceil((parseDuration(valueText(interval)) ?? 1000) / 1000)
  const isTransient = stop !== undefined && jsonEqual(stop, transientOnly)
  if (stop !== undefined && !isTransient)
    return { options: [], losses: [{ what: 'retry', why: 'curl does not know when to give up' }] }
  const all = isTransient ? [] : ['--retry-all-errors']
  return {
    options: ['--fail', ...all, `--retry ${Number(attempts) - 1}`, `--retry-delay ${seconds}`],
    losses: [],
  }
}

function stepLosses(step: JsonObject): StepLines['losses'] {
  const { validations } = step
  const list = Array.isArray(validations) ? (validations as readonly JsonObject[]) : []
  return [
    ...list.map(validation => ({ what: `validation ${validationName(validation)}`, why: 'curl only sends' })),
    ...['when', 'unless', 'data', 'scripts', 'save-to']
      .filter(key => step[key] !== undefined)
      .map(key => ({ what: key, why: 'a script of curl commands has no such thing' })),
  ]
}

function validationName({ name, ...targets }: JsonObject): string {
  return typeof name === 'string' ? name : Object.keys(targets).join(', ')
}
