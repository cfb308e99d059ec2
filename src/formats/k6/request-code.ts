import { type CodeScope, wrapped } from '../../compile/javascript/code-scope.ts'
import { printKey, printText } from '../../compile/javascript/print-text.ts'
import { urlCode } from '../../compile/javascript/url-code.ts'
import type { WrittenBody, WrittenPart, WrittenRequest } from '../../compile/request-of-step.ts'
import type { JsonObject } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { encodeQueryText } from '../../actions/http/query.ts'

/** A request as a call of k6's `http.request`. */
export interface RequestCode {
  readonly code: string
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** What the script must have at its beginning for its requests. */
export interface ScriptNeeds {
  /** Files that are opened once, by the name of their contents in the code. */
  readonly files: Map<string, string>
  readonly imports: Set<'encoding'>
}

/** Writes a request as a call of `http.request`. `name` groups its figures, whatever ids its URL has. */
export function requestCode(
  request: WrittenRequest,
  given: {
    readonly name: string
    readonly scope: CodeScope
    readonly needs: ScriptNeeds
    readonly indentation: number
  },
): RequestCode {
  const { scope, indentation } = given
  const auth = authCode(request, given)
  const body = bodyCode(request.body, given)
  const inner = indentation + 4
  const headers = [...headerMembers(request, scope), ...auth.headers]
  const params = [
    ...(headers.length === 0 ? [] : [`headers: ${wrapped('{', headers, '}', inner)}`]),
    ...auth.params,
    ...travelParams(request.settings),
    `tags: { name: ${printText(given.name.replaceAll('{{', '{').replaceAll('}}', '}'))} }`,
  ]
  const parts = [
    printText(request.method),
    auth.url(urlCode(request, auth.query, scope)),
    body.code,
    wrapped('{', params, '}', indentation + 2),
  ]
  return {
    code: callCode('http.request', parts, indentation),
    losses: [...auth.losses, ...body.losses, ...settingLosses(request)],
  }
}

function callCode(name: string, parts: readonly string[], indentation: number): string {
  const flat = `${name}(${parts.join(', ')})`
  const last = parts.at(-1) ?? ''
  const isFlat = !parts.slice(0, -1).some(part => part.includes('\n'))
  const firstLine = flat.split('\n', 1)[0] ?? ''
  if (isFlat && firstLine.length + indentation < 100 && (last.startsWith('{') || !flat.includes('\n')))
    return last.includes('\n') ? dedented(flat, last) : flat
  const pad = ' '.repeat(indentation + 2)
  return `${name}(\n${parts.map(part => `${pad}${part},\n`).join('')}${' '.repeat(indentation)})`
}

/** An object that begins on the line of the call stands two columns further left. */
function dedented(flat: string, last: string): string {
  return flat.slice(0, -last.length - 1) + last.replace(/\n {2}/g, '\n') + ')'
}

function headerMembers({ headers, body }: WrittenRequest, scope: CodeScope): readonly string[] {
  const type = body === undefined || body.kind === 'multipart' ? undefined : body.type
  const all = [...headers, ...(type === undefined ? [] : [['Content-Type', type] as const])]
  const written = scope.fields(all, -1000)
  return written === '{}' ? [] : [written.slice(2, -2)]
}

interface AuthCode {
  readonly headers: readonly string[]
  readonly params: readonly string[]
  readonly query: WrittenRequest['query']
  readonly url: (code: string) => string
  readonly losses: RequestCode['losses']
}

function authCode(
  { auth }: WrittenRequest,
  { scope, needs }: { readonly scope: CodeScope; readonly needs: ScriptNeeds },
): AuthCode {
  const none: AuthCode = { headers: [], params: [], query: [], url: code => code, losses: [] }
  const [kind, value] = Object.entries(auth ?? {})[0] ?? []
  const keys = isObject(value) ? (value as Readonly<Record<string, string>>) : {}
  const { username = '', password = '' } = keys
  if (kind === undefined) return none
  if (kind === 'bearer')
    return { ...none, headers: [`Authorization: ${scope.text(`Bearer ${value as string}`)}`] }
  if (kind === 'basic') {
    needs.imports.add('encoding')
    const credentials = scope.text(`${username}:${password}`)
    return { ...none, headers: [`Authorization: \`Basic \${encoding.b64encode(${credentials})}\``] }
  }
  if (kind === 'digest') {
    const user = `\${encodeURIComponent(${scope.expression(username)})}:\${encodeURIComponent(${scope.expression(password)})}`
    return { ...none, params: ["auth: 'digest'"], url: code => `${code}.replace('://', \`://${user}@\`)` }
  }
  if (kind === 'api-key') {
    const { header, query = '', value: key = '' } = keys
    return header === undefined
      ? { ...none, query: [[query, key]] }
      : { ...none, headers: [`${printKey(header)}: ${scope.text(key)}`] }
  }
  return { ...none, losses: [{ what: `auth ${kind}`, why: 'k6 has no such credentials without a library' }] }
}

interface BodyCode {
  readonly code: string
  readonly losses: RequestCode['losses']
}

function bodyCode(
  body: WrittenBody | undefined,
  {
    scope,
    needs,
    indentation,
  }: { readonly scope: CodeScope; readonly needs: ScriptNeeds; readonly indentation: number },
): BodyCode {
  if (body === undefined) return { code: 'null', losses: [] }
  switch (body.kind) {
    case 'json':
      return { code: `JSON.stringify(${scope.value(body.value, indentation + 2)})`, losses: [] }
    case 'text':
      return { code: scope.text(body.text), losses: [] }
    case 'form':
      return { code: formCode(body.fields, scope, indentation), losses: [] }
    case 'file':
      return { code: openedFile(body.file, needs), losses: [] }
    case 'multipart':
      return multipartCode(body.parts, { scope, needs, indentation })
  }
}

/** k6 encodes an object; names that come again need a text. */
function formCode(fields: WrittenRequest['query'], scope: CodeScope, indentation: number): string {
  if (new Set(fields.map(([name]) => name)).size === fields.length)
    return scope.fields(fields, indentation + 2)
  const written = fields.map(
    ([name, value]) => `${encodeQueryText(name)}=\${encodeURIComponent(${scope.expression(value)})}`,
  )
  return `\`${written.join('&')}\``
}

/** An object with a file in it is sent as a multipart form. */
function multipartCode(
  parts: readonly WrittenPart[],
  {
    scope,
    needs,
    indentation,
  }: { readonly scope: CodeScope; readonly needs: ScriptNeeds; readonly indentation: number },
): BodyCode {
  const isFile = ({ file, filename }: WrittenPart): boolean => file !== undefined || filename !== undefined
  const repeated = new Set(parts.map(({ name }) => name)).size < parts.length
  const typed = parts.some(part => part.type !== undefined && !isFile(part))
  const members = parts.map(part => {
    const { name, text = '', file, filename = (file ?? '').replace(/^.*\//, ''), type } = part
    const content = file === undefined ? scope.text(text) : openedFile(file, needs)
    const arguments_ = [content, scope.text(filename), ...(type === undefined ? [] : [printText(type)])]
    return `${printKey(name)}: ${isFile(part) ? `http.file(${arguments_.join(', ')})` : scope.text(text)}`
  })
  const why = repeated
    ? 'k6 sends a name of a form once'
    : typed
      ? 'k6 has no types for texts of a form'
      : parts.some(isFile)
        ? undefined
        : 'k6 sends a form without files in another encoding'
  return {
    code: wrapped('{', members, '}', indentation + 2),
    losses: why === undefined ? [] : [{ what: 'multipart', why }],
  }
}

/** Files are opened once, before any request is sent. */
function openedFile(file: string, { files }: ScriptNeeds): string {
  for (const [name, known] of files) if (known === file) return name
  const words = file.replace(/^.*\//, '').split(/[^A-Za-z\d]+/)
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  const name = `${/^\d/.test(joined) ? 'file' : ''}${joined}File${files.size === 0 ? '' : String(files.size + 1)}`
  files.set(name, file)
  return name
}

function travelParams({ 'follow-redirects': redirects, timeout }: JsonObject): readonly string[] {
  const most = redirects === true ? 10 : redirects
  const limit = typeof timeout === 'string' ? parseDuration(timeout) : undefined
  return [
    ...(typeof most === 'number' ? [`redirects: ${most}`] : []),
    ...(limit === undefined ? [] : [`timeout: ${limit}`]),
  ]
}

/** What the script says once for all requests: see `optionLines`. */
const saidOnce = new Set([
  'follow-redirects',
  'timeout',
  'cookies',
  'resolve',
  'stop-on-failure',
  'unset-variables',
])

function settingLosses({ settings, withoutHeaders, headers }: WrittenRequest): RequestCode['losses'] {
  const repeated = headers.map(([name]) => name).filter((name, index, all) => all.indexOf(name) < index)
  const other = Object.entries(settings).filter(
    ([key, value]) =>
      !saidOnce.has(key) && !(key === 'tls' && isObject(value) && Object.keys(value).join() === 'verify'),
  )
  return [
    ...other.map(([key]) => ({ what: key, why: 'k6 has no such setting for a request' })),
    ...(settings['cookies'] === false
      ? [{ what: 'cookies', why: 'k6 keeps the cookies of an iteration' }]
      : []),
    ...[...new Set(repeated)].map(name => ({
      what: `header ${name}`,
      why: 'k6 sends a name once; its values are joined',
    })),
    ...withoutHeaders.map(name => ({ what: `no header ${name}`, why: 'k6 has no way to leave one out' })),
  ]
}
