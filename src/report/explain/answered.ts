import { type SettingNames, keysOfSuites } from '../../actions/faults/setting-names.ts'
import { factsOf } from '../../actions/index.ts'
import { headerValue } from '../../model/header-value.ts'
import type { ExchangeReport, StepResult } from '../../model/result.ts'
import { isCredentialCookie, isCredentialLine } from '../../secrets/index.ts'
import { cutText } from '../../util/cut-text.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { oneLine } from '../text/printable.ts'
import type { TokenTimes } from './token-times.ts'

/** The known facts about a response beyond its result. */
export interface ExplainFacts {
  /** The body where the result has only its beginning; secrets are masked. */
  readonly body?: string
  /** When the token that was sent begins and ends to be valid, in milliseconds since 1970. */
  readonly token?: TokenTimes
  /** How advice names settings, where that is not by the keys of suites. */
  readonly settingNames?: SettingNames
}

/** Why an answer is as it is, with the fact that says so, and what to do. */
export interface Advice {
  readonly cause?: string
  readonly next?: string
}

/** Knows one thing that can be wrong, by facts of the answer; nothing where they do not say so. */
export type Rule = (answer: Answered) => Advice | undefined

/** Returns the advice of the first rule that fits. */
export function firstAdvice(rules: readonly Rule[], answer: Answered): Advice | undefined {
  for (const rule of rules) {
    const advice = rule(answer)
    if (advice !== undefined) return advice
  }
  return undefined
}

/** Says something of a fact where there is one. */
export function known<Fact>(
  factOf: (answer: Answered) => Fact | undefined,
  say: (fact: Fact, answer: Answered) => Advice | undefined,
): Rule {
  return answer => {
    const fact = factOf(answer)
    return fact === undefined ? undefined : say(fact, answer)
  }
}

/** Bodies that are longer are not taken apart. */
const longestBody = 1_048_576

/** A result as those look at it who explain it. */
export class Answered {
  readonly result: StepResult
  readonly token: TokenTimes
  readonly settingNames: SettingNames
  /** A status of HTTP. */
  readonly status: number | undefined
  /** A status of a protocol that has names for them. */
  readonly name: string | undefined
  readonly method: string
  readonly url: string
  /** The beginning of the body at least. */
  readonly text: string
  /** The media type in small letters; empty where the answer names none. */
  readonly type: string
  #json: { readonly value: JsonValue | undefined } | undefined

  constructor(result: StepResult, { body, token = {}, settingNames = keysOfSuites }: ExplainFacts) {
    const { request, response } = result.exchange ?? {}
    const { status } = response ?? {}
    this.result = result
    this.token = token
    this.settingNames = settingNames
    this.status = typeof status === 'number' ? status : undefined
    this.name = typeof status === 'string' && hasNames(result.action) ? status : undefined
    this.method = request?.method ?? 'GET'
    this.url = request?.url ?? ''
    this.text = body !== undefined && body.length <= longestBody ? body : (response?.body?.text ?? '')
    this.type = mediaType(this.received('content-type'))
  }

  get exchange(): ExchangeReport | undefined {
    return this.result.exchange
  }

  /** The JSON of the body, where it is some and all of it is known. */
  get json(): JsonValue | undefined {
    this.#json ??= { value: /^\s*[[{"\d-]/.test(this.text.slice(0, 100)) ? jsonIn(this.text) : undefined }
    return this.#json.value
  }

  /** The JSON that was sent, where it is some and all of it is known. */
  get sentJson(): JsonValue | undefined {
    const { body } = this.exchange?.request ?? {}
    return body === undefined || body.truncated ? undefined : jsonIn(body.text)
  }

  /** The names of the fields that were sent, as JSON or as a form. */
  get sentFields(): readonly string[] {
    const json = this.sentJson
    if (isObject(json)) return Object.keys(json)
    const { body } = this.exchange?.request ?? {}
    const isForm = mediaType(this.sent('content-type')) === 'application/x-www-form-urlencoded'
    return isForm && body !== undefined ? [...new URLSearchParams(body.text).keys()] : []
  }

  get isPage(): boolean {
    return this.type.includes('html') || /^\s*<(?:!doctype html|html)/i.test(this.text.slice(0, 200))
  }

  get path(): string {
    return /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(this.url)?.[1] ?? ''
  }

  get query(): string {
    return /^[^?#]*\?([^#]*)/.exec(this.url)?.[1] ?? ''
  }

  get host(): string {
    return /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(this.url)?.[1] ?? ''
  }

  /** When the answer had come. */
  get time(): number {
    return this.result.startedAt + this.result.duration
  }

  /** True where all of what was sent is known: reports may have let go of headers. */
  get isKnown(): boolean {
    return (this.exchange?.request.headers.length ?? 0) > 0
  }

  get sendsBody(): boolean {
    const { body, bodySource } = this.exchange?.request ?? {}
    return body !== undefined || bodySource !== undefined
  }

  sent(name: string): string | undefined {
    return headerValue(this.exchange?.request.headers ?? [], name)
  }

  received(name: string): string | undefined {
    return headerValue(this.exchange?.response?.headers ?? [], name)
  }

  /** The credentials that were sent, in words; empty where there were none, undefined where that is not known. */
  get credentials(): readonly string[] | undefined {
    const { headers = [], settings = {} } = this.exchange?.request ?? {}
    // Reports may have let go of headers; a call may have none.
    if (headers.length === 0 && this.exchange?.response?.fields === undefined) return undefined
    const lines = headers.flatMap(([name, value]) => {
      const lower = name.toLowerCase()
      if (lower === 'authorization') return [`${name} (${schemeOf(value)})`]
      if (lower === 'cookie') return value.split(';').some(isSession) ? [name] : []
      return lower.startsWith('proxy-') || !isCredentialLine(name) ? [] : [name]
    })
    const parameters = this.query.split('&').flatMap(one => {
      const [name = ''] = one.split('=')
      return name !== '' && isCredentialLine(name) ? [`the parameter ${shown(name)}`] : []
    })
    const { auth, tls } = settings
    return [
      ...lines,
      ...parameters,
      ...(auth === undefined ? [] : ['auth']),
      ...(/"(?:certificate|pfx)":/.test(JSON.stringify(tls ?? {})) ? ['a client certificate'] : []),
      ...(/^[a-z]+:\/\/[^/?#]*@/i.test(this.url) ? ['name and password of the URL'] : []),
    ]
  }

  /** Texts of everything that failed. */
  get failures(): readonly string[] {
    return this.result.failures.map(({ message }) => message)
  }
}

/** Quotes a text of a response as such: on one line, short, and without anything that a terminal obeys. */
export function quoted(text: string): string {
  return `"${shown(text).replaceAll('"', "'")}"`
}

/** A text of a stranger on one line, short, and without anything that a terminal obeys. */
export function shown(text: string, limit = 120): string {
  return cutText(oneLine(text.slice(0, 1000)), limit)
}

/** How long ago, or how soon, in one unit. */
export function roughly(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

/** The media type of a header's value, without parameters. */
export function mediaType(value = ''): string {
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function hasNames(action: string): boolean {
  return factsOf(action).statuses?.kind === 'names'
}

/** A scheme as it is usual: what has no scheme before it may be the key itself. */
function schemeOf(value: string): string {
  return /^([A-Za-z][\w-]{1,20})(?:\s|$)/.exec(value)?.[1] ?? 'no scheme'
}

function isSession(cookie: string): boolean {
  return isCredentialCookie(cookie.split('=', 1)[0]?.trim() ?? '')
}
