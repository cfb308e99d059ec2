import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { fileText, hurlName, lineText, quotedText } from './hurl-text.ts'

/** Facts of the file that an entry is written to. */
export interface EntryContext {
  readonly settings: JsonObject
  /** True where a variable only ever holds text. */
  readonly isText: (name: string) => boolean
  readonly delay: string | undefined
  /** Variables that are set in front of the request. */
  readonly variables: JsonObject
  /** The names in the placeholders of all requests. */
  readonly used: ReadonlySet<string>
  /** True for an entry whose asserts judge the status, so that the line of its answer does not. */
  readonly assertsStatus?: boolean
}

/** The options of an entry, for what a step says of how it is sent. */
export function optionLines(
  step: JsonObject,
  settings: JsonObject,
  { delay, variables }: EntryContext,
  lose: Say,
): readonly string[] {
  const own = { ...variables, ...mapping(step['variables']) }
  const output = step['save-to']
  return [
    ...Object.entries(own).flatMap(([name, value]) => variableLine(name, value, lose)),
    ...(delay === undefined ? [] : [`delay: ${durationText(delay)}`]),
    ...redirectLines(settings['follow-redirects']),
    ...(settings['timeout'] === undefined
      ? []
      : [`max-time: ${durationText(valueText(settings['timeout']))}`]),
    ...tlsLines(mapping(settings['tls']), lose),
    ...addressLines(settings, lose),
    ...retryLines(mapping(step['retry']), lose),
    ...repeatLines(mapping(step['repeat']), delay, lose),
    ...(output === undefined ? [] : [`output: ${fileText(valueText(output))}`]),
    ...(step['skip'] === undefined ? [] : ['skip: true']),
  ]
}

/** A variable that holds from this entry on. */
export function variableLine(name: string, value: JsonValue, lose: Say): readonly string[] {
  if (isList(value) || isObject(value)) {
    lose(`variable ${name}`, 'Hurl has variables of one value')
    return []
  }
  const text = valueText(value)
  const isPlain = typeof value !== 'string' || !/^(?:null|true|false|-?\d.*|".*)?$/s.test(text)
  return [
    `variable: ${hurlName(name)}=${isPlain && text.trim() === text ? lineText(text) : quotedText(text)}`,
  ]
}

/** A length of time in whole milliseconds, or as it is written. */
function durationText(text: string): string {
  const milliseconds = parseDuration(text)
  return /^\d+(?:ms|s|m|h)$/.test(text) || milliseconds === undefined ? text : `${Math.round(milliseconds)}ms`
}

function redirectLines(follows: JsonValue | undefined): readonly string[] {
  if (follows === undefined || follows === false) return []
  const most = follows === true ? 10 : Number(follows)
  return most === 50 ? ['location: true'] : ['location: true', `max-redirs: ${most}`]
}

function tlsLines(tls: JsonObject, lose: Say): readonly string[] {
  const { ca, certificate, key, passphrase, verify, ...others } = tls
  for (const name of Object.keys(others)) lose(`tls ${name}`, 'Hurl has no word for it')
  const file = (value: JsonValue): string => fileText(valueText(value))
  const secret = passphrase === undefined ? '' : `:${file(passphrase)}`
  return [
    ...(verify === false ? ['insecure: true'] : []),
    ...(ca === undefined ? [] : [`cacert: ${file(ca)}`]),
    ...(certificate === undefined
      ? []
      : [`cert: ${file(certificate).replaceAll(':', String.raw`\:`)}${secret}`]),
    ...(key === undefined ? [] : [`key: ${file(key)}`]),
  ]
}

function addressLines(settings: JsonObject, lose: Say): readonly string[] {
  const { proxy, resolve, 'unix-socket': socket, 'http-version': version, 'path-as-is': isAsIs } = settings
  if (isObject(proxy ?? null)) lose('proxy', 'Hurl takes a URL alone')
  const resolved = Object.entries(mapping(resolve)).map(([from, to]) => {
    const [, port] = /:(\d+)$/.exec(from) ?? []
    const [, host, other] = /^(.*):(\d+)$/.exec(valueText(to)) ?? []
    return port === other ? `resolve: ${from}:${host ?? ''}` : `connect-to: ${from}:${valueText(to)}`
  })
  const number = valueText(version ?? '')
  return [
    ...(typeof proxy === 'string' && proxy !== 'none' ? [`proxy: ${lineText(proxy)}`] : []),
    ...resolved,
    ...(socket === undefined ? [] : [`unix-socket: ${lineText(valueText(socket))}`]),
    ...(number === '2' ? ['http2: true'] : number === '1.1' ? ['http1.1: true'] : []),
    ...(isAsIs === true ? ['path-as-is: true'] : []),
  ]
}

function retryLines(retry: JsonObject, lose: Say): readonly string[] {
  const { attempts, interval, until, ...others } = retry
  if (!isNumber(attempts ?? null)) return []
  for (const name of Object.keys(others)) lose(`retry ${name}`, 'Hurl tries again at one pace')
  if (until === 'success') lose('retry until', 'Hurl tries until the asserts hold')
  const pace = interval === undefined ? [] : [`retry-interval: ${durationText(valueText(interval))}`]
  return [`retry: ${Number(attempts) - 1}`, ...pace]
}

function repeatLines(repeat: JsonObject, delay: string | undefined, lose: Say): readonly string[] {
  const { times, interval } = repeat
  if (repeat['until'] !== undefined) lose('repeat until', 'Hurl repeats so many times')
  if (interval !== undefined && interval !== delay)
    lose('repeat interval', 'Hurl waits as long in front of the first')
  return times === undefined ? [] : [`repeat: ${valueText(times)}`]
}
