import type { StepResult } from '../../model/result.ts'
import type { CallAnswer } from '../../operations/calls/perform-call.ts'
import { failedCurl } from '../../report/failed-curl.ts'
import { answerBody, answerEndLines, answerHead, judgementLines } from '../../report/terminal/answer-lines.ts'
import { curlLines } from '../../report/terminal/curl-lines.ts'
import { explanationLines } from '../../report/terminal/explanation-lines.ts'
import { requestLines } from '../../report/terminal/exchange-lines.ts'
import { palette } from '../../report/terminal/palette.ts'
import { transcriptLines } from '../../report/terminal/transcript-lines.ts'
import { isBinary } from '../../report/text/body-lines.ts'
import { jsonText } from '../../report/text/printable.ts'
import { formatSize } from '../../util/quantity.ts'
import { print, printAside, printBytes } from '../print.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import type { CallArguments } from './call-options.ts'
import { defined } from '../../util/defined.ts'

type Answered = CallAnswer & { readonly result: StepResult }

/** Prints what came of a call in the form that the arguments ask for; `isWritten` unless the file for its body could not be. */
export function printAnswer(answer: Answered, given: CallArguments, isWritten: boolean): void {
  if (given.jsonOutput === true) print(`${jsonText(documentOf(answer), 2)}\n`)
  else if (given.bodyOnly === true) printBodyOnly(answer, given)
  else printAll(answer, given, isWritten)
}

/** The body to standard output; to standard error everything that went wrong, and what was not judged. */
function printBodyOnly({ result, body, explanation }: Answered, { output }: CallArguments): void {
  const colors = colorsFor(process.stderr)
  const validations = result.validations.filter(({ passed, skipped }) => !passed || skipped === true)
  const isWrong = result.failures.length > 0
  const attempts = isWrong ? result.attempts : 1
  const shown = judgementLines({ ...result, validations, extracts: [], attempts }, colors)
  const why = isWrong ? explanationLines(explanation, result, colors) : []
  printAside(inLines([...shown, ...why, ...(isWrong ? answerEndLines(result.exchange, colors) : [])]))
  if (body === undefined || body.bytes.length === 0 || output !== undefined) return
  if (!isTerminal(process.stdout)) printBytes(body.bytes, body.text)
  else print(`${shownBody(body.text, body.bytes.length, colorsFor(process.stdout))}\n`)
}

function printAll(
  { result, body, explanation }: Answered,
  { verbose, output }: CallArguments,
  isWritten: boolean,
): void {
  const colors = colorsFor(process.stdout)
  const { exchange } = result
  const request =
    exchange === undefined || verbose !== true ? [] : requestLines(exchange, { colors, everything: true })
  const size = body?.bytes.length ?? 0
  const place = isWritten ? 'in' : 'that are not in'
  const written = output === undefined ? undefined : `(${formatSize(size)} ${place} ${output})`
  const shown = size === 0 || body === undefined ? [] : [written ?? shownBody(body.text, size, colors)]
  const blocks = [
    request,
    answerHead(exchange, colors),
    shown,
    answerEndLines(exchange, colors),
    transcriptLines(exchange?.transcript, { colors, everything: true }),
    [
      ...judgementLines(result, colors),
      ...explanationLines(explanation, result, colors),
      ...curlLines(failedCurl(result), colors),
    ],
  ]
  const text = blocks
    .filter(block => block.length > 0)
    .map(inLines)
    .join('\n')
  if (exchange?.response === undefined) printAside(text)
  else print(text)
}

function shownBody(text: string, size: number, colors: ReturnType<typeof palette>): string {
  return isBinary(text)
    ? `(${formatSize(size)} that are not text; --output FILE keeps them)`
    : answerBody(text, colors)
}

function colorsFor(stream: NodeJS.WriteStream): ReturnType<typeof palette> {
  return palette(wantsColor(isTerminal(stream), process.env))
}

function inLines(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('')
}

/** Everything about a call, for programs. */
function documentOf({ exitCode, result, body, explanation }: Answered): object {
  const { outcome, attempts, exchange, validations, extracts, failures } = result
  const curl = failedCurl(result)
  const { response, transcript } = exchange ?? {}
  return defined({
    outcome,
    exitCode,
    attempts,
    ...(exchange === undefined
      ? {}
      : { request: exchange.request, duration: exchange.duration, phases: exchange.phases }),
    ...(response === undefined ? {} : { response: { ...response, body: bodyDocument(body) } }),
    transcript,
    validations: validations.map(({ span: _, ...validation }) => validation),
    extracts: Object.fromEntries(
      extracts.flatMap(({ variable, value }) => (value === undefined ? [] : [[variable, value]])),
    ),
    failures: failures.map(({ span: _, sourceLine, ...failure }) => ({ ...failure, argument: sourceLine })),
    explanation,
    curl,
  })
}

function bodyDocument(body: CallAnswer['body']): object {
  const { bytes = new Uint8Array(), text = '' } = body ?? {}
  return isBinary(text)
    ? { size: bytes.length, base64: Buffer.from(bytes).toString('base64') }
    : { size: bytes.length, text }
}
