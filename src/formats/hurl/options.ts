import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { numberOf } from '../../util/exact-number.ts'
import { type EntryReading, type Pair, plainText } from './entry-reading.ts'
import { type HurlField, optionKinds } from './hurl-file.ts'

/** The keys and the rest that options of an entry come to. */
export interface Options {
  readonly keys: JsonObject
  readonly headers: readonly Pair[]
  readonly auth?: JsonObject
  /** How long to wait in front of the request. */
  readonly delay?: string
}

/** Options that change nothing of what is sent or judged. */
const withoutEffect: Readonly<Record<string, string>> = {
  compressed: 'answers are always unpacked',
  'connect-timeout': 'a suite has one timeout for the whole call',
  verbose: 'reports show what was sent with --verbose',
  'very-verbose': 'reports show what was sent with --verbose',
  verbosity: 'reports show what was sent with --verbose',
}

/** Options that suites have no word for. */
const lost: Readonly<Record<string, string>> = {
  'http1.0': 'suites have no HTTP/1.0',
  http3: 'suites have no HTTP/3',
  ipv4: 'the system chooses between addresses',
  ipv6: 'the system chooses between addresses',
  'limit-rate': 'a suite takes what the server sends',
  negotiate: 'suites have no such authentication',
  ntlm: 'suites have no such authentication',
  netrc: 'suites read no such file; write the credentials as auth',
  'netrc-file': 'suites read no such file; write the credentials as auth',
  'netrc-optional': 'suites read no such file; write the credentials as auth',
  pinnedpubkey: 'suites look at certificates by their authorities',
}

/** Reads the options of an entry. */
export function readOptions(fields: readonly HurlField[], reading: EntryReading): Options {
  const reader = new OptionReader(reading)
  for (const field of fields) reader.read(plainText(field.name), reading.names.text(field.value))
  return reader.options()
}

class OptionReader {
  readonly #reading: EntryReading
  readonly #values = new Map<string, string>()
  readonly #headers: Pair[] = []
  readonly #variables: Record<string, JsonValue> = {}
  readonly #resolve: Record<string, string> = {}

  constructor(reading: EntryReading) {
    this.#reading = reading
  }

  read(name: string, value: string): void {
    const [, key = '', rest = ''] = /^([^:=\s]+)\s*[:=]\s*(.*)$/s.exec(value) ?? []
    if (name === 'header') this.#headers.push([key, rest])
    else if (name === 'variable') this.#variables[key] = variableOf(rest)
    else if (name === 'resolve' || name === 'connect-to') this.#readAddress(name, value)
    else if (optionKinds.get(name) === 'flag' && value !== 'true') {
      if (value !== 'false') this.#lose(name, value, 'it is decided in the file, and not by a variable')
    } else if (withoutEffect[name] !== undefined)
      this.#reading.tell.note(`${name}: ${value}`, withoutEffect[name])
    else if (lost[name] !== undefined) this.#lose(name, value, lost[name])
    else this.#values.set(name, value)
  }

  options(): Options {
    const { note } = this.#reading.tell
    const delay = this.#duration('delay', 'ms')
    if (delay !== undefined) note(`delay: ${delay}`, 'it is a pause in front of the request')
    if (this.#values.has('skip')) note('skip: true', 'the step is skipped')
    const keys = {
      ...(Object.keys(this.#variables).length === 0 ? {} : { variables: this.#variables }),
      ...this.#transport(),
      ...this.#rounds(delay),
    }
    const auth = this.#auth()
    return {
      keys,
      headers: this.#headers,
      ...(auth === undefined ? {} : { auth }),
      ...(delay === undefined ? {} : { delay }),
    }
  }

  #lose(name: string, value: string, why: string): void {
    this.#reading.tell.lose(`${name}: ${value}`, why)
  }

  /** `host:port:address`, and `host:port:host:port`. */
  #readAddress(name: string, value: string): void {
    const [, from, to = '', port = ''] = /^([^:]+:\d+):(\[[^\]]*\]|[^:]+)(?::(\d+))?$/.exec(value) ?? []
    if (from === undefined) this.#lose(name, value, 'it is no host, port and address')
    else this.#resolve[from] = `${to}:${port === '' ? from.replace(/^.*:/, '') : port}`
  }

  #transport(): JsonObject {
    const value = (name: string): string | undefined => this.#values.get(name)
    const [, certificate, passphrase] = /^((?:\\:|[^:])*)(?::(.*))?$/s.exec(value('cert') ?? '') ?? []
    const tls = defined({
      verify: value('insecure') === undefined ? undefined : false,
      ca: value('cacert'),
      certificate: certificate === '' ? undefined : certificate?.replaceAll(String.raw`\:`, ':'),
      passphrase,
      key: value('key'),
    })
    const proxy = value('proxy')
    const output = value('output')?.split('/').at(-1)
    const version = ['http2', 'http1.1'].find(name => value(name) !== undefined)
    return defined({
      'follow-redirects': this.#redirects(),
      timeout: this.#duration('max-time', 's'),
      tls: Object.keys(tls).length === 0 ? undefined : tls,
      proxy: proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`,
      resolve: Object.keys(this.#resolve).length === 0 ? undefined : this.#resolve,
      'unix-socket': value('unix-socket'),
      'http-version': version === undefined ? undefined : version === 'http2' ? 2 : 1.1,
      'path-as-is': value('path-as-is') === undefined ? undefined : true,
      'save-to': output,
      skip: value('skip') === undefined ? undefined : 'skip: true',
    })
  }

  #redirects(): JsonValue | undefined {
    const isTrusting = this.#values.has('location-trusted')
    if (!isTrusting && !this.#values.has('location')) return undefined
    if (isTrusting)
      this.#reading.tell.note('location-trusted: true', 'credentials go to the first host alone')
    const most = this.#count('max-redirs') ?? 50
    return most === 0 ? false : most < 0 ? 50 : Math.min(most, 50)
  }

  #rounds(delay: string | undefined): JsonObject {
    const retries = this.#count('retry') ?? 0
    const interval = this.#duration('retry-interval', 'ms')
    const times = this.#count('repeat')
    if (retries > 99 || retries < 0)
      this.#reading.tell.note(`retry: ${retries}`, 'a step has at most 100 attempts')
    if (times !== undefined && times < 0) this.#lose('repeat', String(times), 'a step ends')
    const attempts = retries < 0 ? 100 : Math.min(retries + 1, 100)
    return defined({
      retry: attempts === 1 ? undefined : defined({ attempts, interval }),
      repeat: times === undefined || times < 2 ? undefined : defined({ times, interval: delay }),
      skip: times === 0 ? 'repeat: 0' : undefined,
    })
  }

  #auth(): JsonObject | undefined {
    const [, username, password] = /^([^:]*):?(.*)$/s.exec(this.#values.get('user') ?? '') ?? []
    const aws = this.#values.get('aws-sigv4')?.split(':')
    if (username === undefined || username === '') return undefined
    const text = password ?? ''
    if (aws !== undefined) {
      const [, , region, service] = aws
      return { aws: defined({ 'access-key-id': username, 'secret-access-key': text, region, service }) }
    }
    return { [this.#values.has('digest') ? 'digest' : 'basic']: { username, password: text } }
  }

  #count(name: string): number | undefined {
    const value = this.#values.get(name)
    if (value === undefined) return undefined
    if (/^-?\d+$/.test(value)) return Number(value)
    this.#lose(name, value, 'it is decided in the file, and not by a variable')
    return undefined
  }

  #duration(name: string, unit: string): string | undefined {
    const value = this.#values.get(name)
    const [, amount, own = unit] = /^(\d+)(ms|s|m|h)?$/.exec(value ?? '') ?? []
    if (value !== undefined && amount === undefined)
      this.#lose(name, value, 'it is a length of time such as 500ms, and no variable')
    return amount === undefined ? undefined : `${amount}${own}`
  }
}

/** The value of `variable: name=value`, with its type. */
function variableOf(written: string): JsonValue {
  if (/^(?:null|true|false)$/.test(written)) return JSON.parse(written) as JsonValue
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return numberOf(written)
  return /^"(.*)"$/s.exec(written)?.[1] ?? written
}
