import { pathToFileURL } from 'node:url'
import type {
  BodyPreview,
  HeaderList,
  RedirectRecord,
  Transcript,
  TranscriptEntry,
} from '../../model/exchange.ts'
import type {
  ExchangeReport,
  ExtractResult,
  Failure,
  ScriptLog,
  StepResult,
  ValidationResult,
  WrittenFile,
} from '../../model/result.ts'
import { isWithin } from '../../util/is-within.ts'
import { cutText } from '../../util/cut-text.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import { failedCurl } from '../failed-curl.ts'
import { codeFrame } from '../terminal/code-frame.ts'
import { requestTitle, responseTitle } from '../terminal/exchange-lines.ts'
import { explain } from '../explain/explain.ts'
import { reasonsBeyondHints } from '../terminal/explanation-lines.ts'
import { palette } from '../terminal/palette.ts'
import { answerEnd } from '../text/answer-end.ts'
import { bodyLines } from '../text/body-lines.ts'
import { placeOf, relativePath } from '../text/place.ts'
import { differencesIn, type ToldDifferences } from '../text/differences.ts'
import type { ReporterOptions } from '../reporter.ts'
import { oneLine, printable } from '../text/printable.ts'
import { markup, type Markup } from './markup.ts'
import { phaseBar } from './waterfall.ts'
import { writeJson } from '../../util/exact-number.ts'

const plain = palette(false)

/** How much of a body the page shows. */
const bodyLimits = { lines: 400, width: 2000 }

/** Renders the details behind a step's line: reasons, timing, request and response, validations, extracts. */
export function stepDetails(result: StepResult, options: ReporterOptions): Markup {
  const { workingFolder } = options
  return markup`${result.failures.map(failure => reason(failure, workingFolder))}${explained(result)}
${phaseBar(result)}
${result.exchange === undefined ? undefined : exchange(result.exchange)}${curl(result)}
${validations(result.validations)}
${extracts(result.extracts)}${files(result.files, options)}${logs(result.logs)}
<p class="place">${placeOf(result.span, workingFolder)}</p>`
}

function explained(result: StepResult): readonly Markup[] {
  return reasonsBeyondHints(result, explain).map(text => markup`<p class="explained">${oneLine(text)}</p>`)
}

function reason(failure: Failure, workingFolder: string): Markup {
  const frame = codeFrame(failure.span, failure.sourceLine, plain).join('\n')
  const told = differencesIn(failure.message)
  return markup`<div class="reason ${failure.kind === 'error' ? 'errored' : 'failed'}">
<p class="message">${cutText(told?.message ?? failure.message, 4000)}</p>${told === undefined ? undefined : differences(told)}
<p class="place">${placeOf(failure.span, workingFolder)}</p>
${frame === '' ? undefined : markup`<pre class="frame" tabindex="0">${frame}</pre>`}
${failure.hint === undefined ? undefined : markup`<p class="hint">${failure.hint}</p>`}</div>`
}

/** Renders the expected and the found value side by side. */
function differences({ places, rest }: ToldDifferences): Markup {
  const rows = places.map(
    ({ place, expected, found }) =>
      markup`<tr><th scope="row"><code>${place}</code></th><td>${side(expected)}</td><td>${side(found)}</td></tr>`,
  )
  return markup`<table class="differences"><thead><tr><th scope="col">place</th><th scope="col">- expected</th><th scope="col">+ found</th></tr></thead><tbody>${rows}</tbody></table>${rest === undefined ? undefined : markup`<p class="none">${rest}</p>`}`
}

function side(value: string | undefined): Markup {
  return value === undefined ? markup`<span class="none">nothing</span>` : markup`<code>${value}</code>`
}

function exchange({ redirects = [], request, response, transcript, duration }: ExchangeReport): Markup {
  const isLean = request.headers.length === 0 && (response?.headers.length ?? 0) === 0 && !response?.body
  return markup`<div class="exchange">
<section><h4>Request</h4>${redirects.map(redirectLine)}<p class="line">${requestTitle(request)}</p>${headers(request.headers)}${body(request.body)}</section>
${
  response === undefined
    ? markup`<section><h4>Response</h4><p class="none">none</p></section>`
    : markup`<section><h4>Response <small>${formatDuration(duration)}</small></h4><p class="line">${responseTitle(response)}</p>${headers(response.headers)}${body(response.body)}${headers(answerEnd(response))}</section>`
}
</div>${transcriptTable(transcript)}${isLean && response !== undefined ? markup`<p class="none">Headers and bodies of this step were not kept.</p>` : undefined}`
}

function curl(result: StepResult): Markup | undefined {
  const command = failedCurl(result)
  if (command === undefined) return undefined
  return markup`<h4>The same request by curl</h4><pre class="curl" tabindex="0">${printable(command)}</pre>`
}

function redirectLine({ method, url, status, withheld = [] }: RedirectRecord): Markup {
  const kept = withheld.length === 0 ? '' : `, kept back: ${withheld.join(', ')}`
  return markup`<p class="line">${method} ${url} <small>${status}${kept}</small></p>`
}

function headers(list: HeaderList): Markup | undefined {
  if (list.length === 0) return undefined
  return markup`<table class="headers"><tbody>${list.map(
    ([name, value]) => markup`<tr><th scope="row">${name}</th><td>${cutText(value, 2000)}</td></tr>`,
  )}</tbody></table>`
}

function body(preview: BodyPreview | undefined): Markup | undefined {
  if (preview === undefined || preview.text === '') return undefined
  const text = bodyLines(preview, bodyLimits).join('\n')
  return markup`<pre tabindex="0" aria-label="body, ${formatSize(preview.size)}">${text}</pre>`
}

function validations(list: readonly ValidationResult[]): Markup | undefined {
  if (list.length === 0) return undefined
  return markup`<h4>Validations</h4><table class="checks"><tbody>${list.map(
    ({ name, subject, operator, expected, passed, skipped, skipReason, messages }) =>
      markup`<tr class="${skipped ? 'skipped' : passed ? 'passed' : 'failed'}"><td>${skipped ? '-' : passed ? '✓' : '✗'}</td><th scope="row">${name === undefined ? undefined : markup`${name}<br>`}${subject}</th><td>${operator}</td><td><code>${cutText(writeJson(expected), 300)}</code></td><td>${cutText(skipReason ?? messages.join('\n'), 1000)}</td></tr>`,
  )}</tbody></table>`
}

function extracts(list: readonly ExtractResult[]): Markup | undefined {
  if (list.length === 0) return undefined
  return markup`<h4>Extracts</h4><table class="checks"><tbody>${list.map(
    ({ variable, source, found, optional, value, message, skipReason }) =>
      markup`<tr class="${found ? 'passed' : optional ? 'skipped' : 'failed'}"><td>${found ? '✓' : optional ? '-' : '✗'}</td><th scope="row">${variable}</th><td>${source}</td><td>${found || value !== undefined ? markup`<code>${cutText(writeJson(value ?? null), 300)}</code>` : (skipReason ?? message)}</td></tr>`,
  )}</tbody></table>`
}

/** The files that were made of the answer, each with a way to it. */
function files(list: readonly WrittenFile[] = [], options: ReporterOptions): Markup | undefined {
  if (list.length === 0) return undefined
  return markup`<h4>Files</h4><ul>${list.map(({ kind, file }) => markup`<li><a href="${wayTo(file, options)}">${relativePath(file, options.workingFolder)}</a> (${kind === 'snapshot' ? 'snapshot, written' : 'body, saved'})</li>`)}</ul>`
}

/** A way that stays right when the working folder, with the page in it, goes to another machine. */
function wayTo(file: string, { workingFolder, reportFolder }: ReporterOptions): string {
  if (reportFolder === undefined || ![reportFolder, file].every(one => isWithin(one, workingFolder)))
    return pathToFileURL(file).href
  return relativePath(file, reportFolder).split('/').map(encodeURIComponent).join('/')
}

/** Renders the console output of scripts. */
function logs(list: readonly ScriptLog[] = []): Markup | undefined {
  if (list.length === 0) return undefined
  const text = list.map(({ level, text }) => `${level}: ${text}`).join('\n')
  return markup`<h4>Console</h4><pre tabindex="0" aria-label="console">${cutText(printable(text), 20_000)}</pre>`
}

const arrows = { sent: '↑', received: '↓', note: '·' } as const

/** Everything that was said over a connection, message by message; nothing when there was none. */
function transcriptTable(transcript: Transcript | undefined): Markup | undefined {
  if (transcript === undefined || transcript.entries.length === 0) return undefined
  const { entries, leftOut } = transcript
  const gap = leftOut === 0 ? undefined : markup`<p class="none">${leftOut} in the middle are left out.</p>`
  return markup`<h4>Transcript</h4><table class="transcript"><tbody>${entries.map(row)}</tbody></table>${gap}`
}

function row({ at, direction, kind, text, size }: TranscriptEntry): Markup {
  return markup`<tr class="${direction}"><td>${formatDuration(at)}</td><td aria-label="${direction}">${arrows[direction]}</td><th scope="row">${kind}</th><td><code>${printable(text)}</code></td><td>${size === 0 ? undefined : formatSize(size)}</td></tr>`
}
