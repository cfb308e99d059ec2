import { authOfHeader } from '../../compile/auth-of-header.ts'
import type { JsonValue } from '../../model/json.ts'
import type { CallArguments } from './call-options.ts'
import { emptyCookie, emptyHeader } from './empty-credentials.ts'
import { argument, misused, nothing, part, type Part, together, warned } from './part.ts'

/**
 * Reads -H, --cookie, --user-agent, --referer, --range, and what --upload-file and --json say of headers. Bearer and basic credentials become the step's `auth`: so they are
 * masked like others.
 */
export function readHeaders(given: CallArguments): Part {
  const { header = [], cookie = [], userAgent, referer, range, uploadFile, json } = given
  const isSet = (name: string): boolean =>
    header.some(line => line.toLowerCase().replace(/\s*[:;].*$/s, '') === name)
  // Without cookies of its own, as in curl's `--cookie ''`, a request has those that were set on the way.
  const cookies = cookie.filter(text => text !== '')
  const file = cookies.find(text => !text.includes('='))
  if (file !== undefined)
    return misused(
      '--cookie needs name=value',
      'Cookies are not read from files; they are kept while one command runs.',
    )
  const parts = [
    ...header,
    ...(cookies.length === 0 ? [] : [`Cookie: ${cookies.join(';')}`]),
    ...(userAgent === undefined ? [] : [`User-Agent: ${userAgent}`]),
    ...(referer === undefined ? [] : [`Referer: ${referer}`]),
    ...(range === undefined ? [] : [`Range: bytes=${range}`]),
    ...(uploadFile === undefined || isSet('content-type') ? [] : ['Content-Type:']),
    ...(json === undefined || isSet('accept') ? [] : ['Accept: application/json']),
  ].map(readHeader)
  const headers: Record<string, JsonValue> = {}
  for (const { keys } of parts) if (keys['headers'] !== undefined) addAll(headers, keys['headers'])
  const all = together(parts)
  const { headers: _, ...rest } = all.keys
  return { ...all, keys: Object.keys(headers).length === 0 ? rest : { ...rest, headers } }
}

function readHeader(written: string): Part {
  const [, name = '', sign = '', value = ''] = /^([^\s:;]+)\s*([:;])\s*(.*?)\s*$/s.exec(written) ?? []
  if (name === '' || (sign === ';' && value !== ''))
    return misused("--header needs 'Name: value'", "'Name:' leaves a header out, 'Name;' sends it empty.")
  const empty =
    name.toLowerCase() === 'cookie'
      ? emptyCookie(value)
      : emptyHeader(name, written, sign === ';' ? ';' : value)
  const credentials = name.toLowerCase() === 'authorization' ? authOfHeader(value) : undefined
  if (credentials !== undefined)
    return { ...nothing, keys: { auth: credentials }, given: [argument('--header', written, 'auth')] }
  const given = sign === ';' ? '' : value === '' ? null : value
  return warned(part({ headers: { [name]: given } }, argument('--header', written, 'headers', name)), empty)
}

/** Of a name that comes again all values are kept. */
function addAll(headers: Record<string, JsonValue>, more: JsonValue): void {
  for (const [name, value] of Object.entries(more as Readonly<Record<string, JsonValue>>)) {
    const known = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = known === undefined || known === null ? value : [known, value].flat()
  }
}
