import { setTimeout as wait } from 'node:timers/promises'
import { readWholeFile } from '../actions/body/read-whole-file.ts'
import { namedValues } from '../actions/http/query.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Delay, MockAnswer, MockBody } from '../model/mock.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { renderText, renderValue } from '../template/render.ts'
import type { RenderResult } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { valueText } from '../util/value-text.ts'

/** An answer as it goes over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

/** An answer, or why it cannot be made as it is described. */
type Made =
  | { readonly ok: true; readonly answer: WireAnswer }
  | { readonly ok: false; readonly reason: string }

const types = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
} as const

/** Makes answers of what a route says, each by what it is asked; one without placeholders is made once. */
export class AnswerMaker {
  readonly #written: MockAnswer
  readonly #directory: string
  readonly #isFixed: boolean
  #made: Made | undefined

  /** `directory` is what files are relative to. */
  constructor(written: MockAnswer, directory: string) {
    const { status, headers, body } = written
    this.#written = written
    this.#directory = directory
    this.#isFixed = ![status, headers, body?.value ?? null].some(holdsBraces)
  }

  /** The answer in a scope. Files are read anew for each, so that a change of one is seen. */
  async make(scope: Scope): Promise<Made> {
    if (this.#made !== undefined) return this.#made
    const made = await this.#make(scope)
    if (this.#isFixed && this.#written.body?.kind !== 'file') this.#made = made
    return made
  }

  async #make(scope: Scope): Promise<Made> {
    const { status: writtenStatus, headers: writtenHeaders, body } = this.#written
    const status = statusOf(renderValue(writtenStatus, scope))
    if (typeof status === 'string') return { ok: false, reason: status }
    const headers = headerLines(renderValue(writtenHeaders, scope))
    if (typeof headers === 'string') return { ok: false, reason: headers }
    const content = body === undefined ? nothing : await bodyOf(body, scope, this.#directory)
    if (typeof content === 'string') return { ok: false, reason: content }
    const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
    const type = content.type === undefined || hasType ? [] : [['content-type', content.type] as const]
    return { ok: true, answer: { status, headers: [...type, ...headers], body: content.bytes } }
  }
}

interface Content {
  readonly bytes: Uint8Array
  readonly type?: string
}

const nothing: Content = { bytes: new Uint8Array() }

function statusOf(rendered: RenderResult<JsonValue>): number | string {
  if (!rendered.ok) return reasonOf(rendered.problems)
  const status = Number(rendered.value)
  return Number.isInteger(status) && status >= 200 && status <= 599
    ? status
    : `${valueText(rendered.value)} is no status of an answer, 200 to 599`
}

function headerLines(rendered: RenderResult<JsonValue>): readonly (readonly [string, string])[] | string {
  if (!rendered.ok) return reasonOf(rendered.problems)
  const lines = namedValues('headers', rendered.value)
  if (!lines.ok) return lines.failure.message
  const broken = lines.value.find(([, value]) => /[\0\r\n]/.test(value))
  return broken === undefined ? lines.value : `the header "${broken[0]}" would be more than one line`
}

async function bodyOf(
  { kind, value, contentType }: MockBody,
  scope: Scope,
  directory: string,
): Promise<Content | string> {
  const rendered = kind === 'json' ? renderValue(value, scope) : renderText(valueText(value), scope)
  if (!rendered.ok) return reasonOf(rendered.problems)
  if (kind === 'file') {
    const file = await readWholeFile(rendered.value, directory)
    return file.ok
      ? { bytes: file.value.bytes, type: contentType ?? file.value.contentType }
      : file.failure.message
  }
  const text = kind === 'json' ? JSON.stringify(rendered.value) : valueText(rendered.value)
  return { bytes: Buffer.from(text), type: contentType ?? types[kind] }
}

function reasonOf(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message).join('; ')
}

/** Waits as long as a delay says, unless it is ended before. */
export async function delayAnswer(delay: Delay | undefined, signal: AbortSignal): Promise<void> {
  if (delay === undefined) return
  await wait(delayTime(delay, Math.random), undefined, { signal, ref: false }).catch(() => undefined)
}

/** Milliseconds of a delay; `random` gives numbers from 0 to 1. */
export function delayTime(delay: Delay, random: () => number): number {
  if (delay.kind === 'fixed') return delay.time
  if (delay.kind === 'even') return delay.min + random() * (delay.max - delay.min)
  return delay.median * Math.exp((Math.log(delay.p99 / delay.median) / ninetyNinth) * normal(random))
}

/** How many standard deviations the 99th percentile lies above the middle of a normal distribution. */
const ninetyNinth = 2.326

/** A number of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** What a mock says of itself where it cannot answer as it is described. */
export function explanation(status: number, value: JsonObject): WireAnswer {
  return {
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(value)),
  }
}
