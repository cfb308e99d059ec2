import { attemptWords } from '../text/attempt-words.ts'
import { actionNames, factsOf } from '../../actions/index.ts'
import type { HeaderList, Phases } from '../../model/exchange.ts'
import {
  type ExchangeReport,
  type ExtractResult,
  type Failure,
  isMissing,
  type ResponseReport,
  type StepResult,
  type ValidationResult,
  withName,
} from '../../model/result.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import { answerEnd } from '../text/answer-end.ts'
import { indentJson, looksLikeJson } from '../text/indent-json.ts'
import { oneLine, printable } from '../text/printable.ts'
import { differenceLine } from './difference-line.ts'
import { repeatFacts, responseTitle } from './exchange-lines.ts'
import { inOutcomeColor, type Palette, symbols } from './palette.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Status, or else what was done, time with its phases, size and headers of an answer; nothing when none came. */
export function answerHead(exchange: ExchangeReport | undefined, colors: Palette): string[] {
  const { request, response, phases, duration = 0, repeats } = exchange ?? {}
  if (request === undefined || response === undefined) return []
  const { status } = response
  const isGood = typeof status === 'string' ? status === 'OK' : (status ?? 0) < 400
  const title = inOutcomeColor(
    isGood ? 'passed' : 'failed',
    colors.bold(oneLine(titleOf(request, response))),
    colors,
  )
  const facts = [
    `${formatDuration(duration)}${inPhases(phases)}`,
    formatSize(response.body?.size ?? 0),
    ...repeatFacts(repeats),
  ]
  return [`${title}  ${colors.dim(facts.join('  '))}`, ...headLines(response.headers, colors)]
}

/** Shows the part of the response behind the body. */
export function answerEndLines(exchange: ExchangeReport | undefined, colors: Palette): string[] {
  return exchange?.response === undefined ? [] : headLines(answerEnd(exchange.response), colors)
}

function headLines(list: HeaderList, colors: Palette): string[] {
  return list.map(([name, value]) => `${colors.cyan(oneLine(name))}: ${oneLine(value)}`)
}

/** `HTTP 200 OK`; of a protocol with names for statuses that name, and where there is no status what was done. */
function titleOf({ summary }: ExchangeReport['request'], response: ResponseReport): string {
  const { status } = response
  if (status === undefined) return summary
  return `${typeof status === 'string' ? protocolWithNames : 'HTTP'} ${responseTitle(response)}`
}

/** The protocol whose statuses have names. */
const protocolWithNames = actionNames
  .map(name => factsOf(name).statuses)
  .find(statuses => statuses?.kind === 'names')?.protocol

const phaseNames: readonly (readonly [keyof Phases, string])[] = [
  ['dns', 'dns'],
  ['connect', 'connect'],
  ['tls', 'tls'],
  ['firstByte', 'first byte'],
  ['download', 'download'],
]

function inPhases(phases: Phases = {}): string {
  const parts = phaseNames.flatMap(([phase, name]) => {
    const time = phases[phase]
    return time === undefined ? [] : [`${name} ${formatDuration(time)}`]
  })
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** The whole body as text to read: JSON laid out, and in colours where there are any. */
export function answerBody(text: string, colors: Palette): string {
  const isJson = looksLikeJson(text, false)
  const shown = printable(isJson ? indentJson(text) : text).replace(/\n+$/, '')
  return isJson ? colorJson(shown, colors) : shown
}

/** Shows the expected and found values: every validation, every variable, and everything else that went wrong. */
export function judgementLines(result: StepResult, colors: Palette): string[] {
  const told = new Set(
    result.validations.flatMap(validation =>
      validation.messages.map(message => withName(message, validation)),
    ),
  )
  const others = result.failures.filter(
    ({ kind, message }) =>
      kind === 'status' || kind === 'error' || (kind === 'validation' && !told.has(message)),
  )
  return [
    ...(result.attempts > 1 ? [colors.dim(attemptWords(result))] : []),
    ...result.validations.flatMap(validation => validationLines(validation, colors)),
    ...result.extracts.map(extract => extractLine(extract, colors)),
    ...others.flatMap(failure => failureLines(failure, colors)),
  ]
}

function validationLines(validation: ValidationResult, colors: Palette): string[] {
  const { passed, subject, operator, expected, messages, skipReason } = validation
  const line = (text: string): string => oneLine(withName(text, validation))
  const said = `${subject} ${operator} ${writeJson(expected)}`
  if (validation.skipped === true) {
    const text = skipReason === undefined ? 'skipped' : `${said}: skipped (${skipReason})`
    return [colors.dim(`${symbols.skipped} ${line(text)}`)]
  }
  return passed
    ? [`${colors.green(symbols.passed)} ${line(said)}`]
    : messages.flatMap(message => {
        const [first = '', ...more] = message.split('\n')
        const told = more.map(oneLine).map(text => differenceLine(text, '  ', colors) ?? `  ${text}`)
        return [`${colors.red(symbols.failed)} ${line(first)}`, ...told]
      })
}

/** Shows a failure, and what to do about it. */
export function failureLines(
  { kind, message, hint }: Pick<Failure, 'kind' | 'message' | 'hint'>,
  colors: Palette,
): string[] {
  const outcome = kind === 'error' ? 'errored' : 'failed'
  return [
    inOutcomeColor(outcome, `${symbols[outcome]} ${oneLine(message)}`, colors),
    ...(hint === undefined ? [] : [`  ${colors.cyan('hint:')} ${oneLine(hint)}`]),
  ]
}

function extractLine(extract: ExtractResult, colors: Palette): string {
  const { found, value, message } = extract
  const variable = oneLine(extract.variable)
  if (value === undefined && !isMissing(extract))
    return colors.dim(`${variable} stays as it was: ${oneLine(extract.skipReason ?? 'nothing was found')}`)
  if (!found && value === undefined)
    return `${colors.red(symbols.failed)} ${oneLine(message ?? `${variable}: nothing was found`)}`
  const shown = typeof value === 'string' ? value : writeJson(value ?? null)
  return `${colors.cyan(variable)} = ${oneLine(shown)}`
}

/** A key with its colon, another text, or a number or word. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

/** JSON text in the colours of a terminal: keys, texts, and all other values each in one. */
function colorJson(text: string, colors: Palette): string {
  return text.replace(token, (found: string, quoted: string | undefined, colon: string | undefined) => {
    if (quoted === undefined) return colors.yellow(found)
    return colon === undefined ? colors.green(quoted) : `${colors.cyan(quoted)}${colon}`
  })
}
