import { type CodeScope, wrapped } from '../../compile/javascript/code-scope.ts'
import { urlCode } from '../../compile/javascript/url-code.ts'
import { printKey, printText } from '../../compile/javascript/print-text.ts'
import type { WrittenBody, WrittenField, WrittenPart, WrittenRequest } from '../../compile/request-of-step.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'

type Remark = { readonly what: string; readonly why: string }

/** A request as a call of `fetch`. */
export interface FetchCode {
  /** Statements before the call: a form that is put together. */
  readonly before: readonly string[]
  /** `fetch(…)`, over several lines. */
  readonly code: string
  readonly needs: ReadonlySet<'openAsBlob' | 'readFile'>
  readonly losses: readonly Remark[]
  /** Why no request can be made. */
  readonly refused?: string
}

/** Writes a request as a call of `fetch` that stands so many columns from the left. */
export function fetchCode(request: WrittenRequest, scope: CodeScope, indentation: number): FetchCode {
  const { method, settings } = request
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method))
    return { before: [], code: '', needs: new Set(), losses: [], refused: `fetch does not send ${method}` }
  const auth = authCode(request, scope)
  const bodiless = (method === 'GET' || method === 'HEAD') && request.body !== undefined
  const body = bodiless || request.body === undefined ? undefined : bodyCode(request.body, scope, indentation)
  const inner = indentation + 4
  const headers = [...headerMembers(request, scope), ...auth.headers]
  const limit = typeof settings['timeout'] === 'string' ? parseDuration(settings['timeout']) : undefined
  const follows = settings['follow-redirects'] !== undefined && settings['follow-redirects'] !== false
  const init = [
    ...(method === 'GET' ? [] : [`method: ${printText(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${wrapped('{', headers, '}', inner)}`]),
    ...(body === undefined ? [] : [body.code === 'body' ? 'body' : `body: ${body.code}`]),
    ...(follows ? [] : ["redirect: 'manual'"]),
    ...(limit === undefined ? [] : [`signal: AbortSignal.timeout(${limit})`]),
  ]
  const url = urlCode(request, auth.query, scope)
  const options = init.length === 0 ? '' : `, ${wrapped('{', init, '}', indentation)}`
  return {
    before: body?.before ?? [],
    code: `fetch(${url}${options})`,
    needs: body?.needs ?? new Set(),
    losses: [
      ...auth.losses,
      ...(body?.losses ?? []),
      ...(bodiless ? [{ what: 'body', why: `fetch sends none with ${method}` }] : []),
      ...settingLosses(request),
    ],
  }
}

function headerMembers({ headers, body }: WrittenRequest, scope: CodeScope): readonly string[] {
  const type = body === undefined || body.kind === 'multipart' ? undefined : body.type
  const all = [...headers, ...(type === undefined ? [] : [['Content-Type', type] as const])]
  const names = [...new Set(all.map(([name]) => name))]
  return names.map(name => {
    const values = all.filter(([other]) => other === name).map(([, value]) => value)
    return `${printKey(name)}: ${scope.text(values.join(', '))}`
  })
}

interface AuthCode {
  readonly headers: readonly string[]
  readonly query: readonly WrittenField[]
  readonly losses: readonly Remark[]
}

function authCode({ auth }: WrittenRequest, scope: CodeScope): AuthCode {
  const none: AuthCode = { headers: [], query: [], losses: [] }
  const [kind, value] = Object.entries(auth ?? {})[0] ?? []
  const keys = isObject(value) ? (value as Readonly<Record<string, string>>) : {}
  if (kind === undefined) return none
  if (kind === 'bearer')
    return { ...none, headers: [`Authorization: ${scope.text(`Bearer ${value as string}`)}`] }
  if (kind === 'basic') {
    const credentials = scope.text(`${keys['username'] ?? ''}:${keys['password'] ?? ''}`)
    return {
      ...none,
      headers: [`Authorization: \`Basic \${Buffer.from(${credentials}).toString('base64')}\``],
    }
  }
  if (kind === 'api-key') {
    const { header, query = '', value: key = '' } = keys
    return header === undefined
      ? { ...none, query: [[query, key]] }
      : { ...none, headers: [`${printKey(header)}: ${scope.text(key)}`] }
  }
  return { ...none, losses: [{ what: `auth ${kind}`, why: 'fetch has no such credentials' }] }
}

interface BodyCode {
  readonly before: readonly string[]
  readonly code: string
  readonly needs: FetchCode['needs']
  readonly losses: readonly Remark[]
}

function bodyCode(body: WrittenBody, scope: CodeScope, indentation: number): BodyCode {
  const plain = (code: string): BodyCode => ({ before: [], code, needs: new Set(), losses: [] })
  switch (body.kind) {
    case 'json':
      return plain(`JSON.stringify(${scope.value(body.value, indentation + 2)})`)
    case 'text':
      return plain(scope.text(body.text))
    case 'form':
      return plain(formCode(body.fields, scope, indentation))
    case 'file':
      return { ...plain(`await readFile(${fileCode(body.file, scope)})`), needs: new Set(['readFile']) }
    case 'multipart':
      return multipartCode(body.parts, scope)
  }
}

function formCode(fields: readonly WrittenField[], scope: CodeScope, indentation: number): string {
  if (new Set(fields.map(([name]) => name)).size === fields.length)
    return `new URLSearchParams(${scope.fields(fields, indentation + 2)})`
  const pairs = fields.map(([name, value]) => `[${scope.text(name)}, ${scope.text(value)}]`)
  return `new URLSearchParams(${wrapped('[', pairs, ']', indentation + 2)})`
}

function multipartCode(parts: readonly WrittenPart[], scope: CodeScope): BodyCode {
  const lines = parts.map(({ name, text = '', file, filename, type }) => {
    const options = type === undefined ? '' : `, { type: ${scope.text(type)} }`
    const shown = filename ?? file?.replace(/^.*\//, '')
    const content =
      file !== undefined
        ? `await openAsBlob(${fileCode(file, scope)}${options})`
        : filename === undefined
          ? scope.text(text)
          : `new Blob([${scope.text(text)}]${options})`
    return `body.append(${scope.text(name)}, ${content}${shown === undefined ? '' : `, ${scope.text(shown)}`})`
  })
  const typed = parts.filter(
    ({ file, filename, type }) => file === undefined && filename === undefined && type !== undefined,
  )
  return {
    before: ['const body = new FormData()', ...lines],
    code: 'body',
    needs: new Set(parts.some(({ file }) => file !== undefined) ? ['openAsBlob'] : []),
    losses: typed.map(({ name }) => ({
      what: `type of the part ${name}`,
      why: 'fetch has no types for texts of a form',
    })),
  }
}

/** Files lie beside the tests, wherever these are run. */
function fileCode(file: string, scope: CodeScope): string {
  return `new URL(${scope.text(file)}, import.meta.url)`
}

const settable = new Set(['follow-redirects', 'timeout', 'cookies', 'stop-on-failure', 'unset-variables'])

function settingLosses({ settings, withoutHeaders, headers }: WrittenRequest): readonly Remark[] {
  const keys = Object.keys(settings).filter(key => !settable.has(key))
  return [
    ...keys.map(what => ({ what, why: 'fetch has no such setting' })),
    ...withoutHeaders.map(name => ({ what: `no header ${name}`, why: 'fetch has no way to leave one out' })),
    ...headers
      .filter(([name]) => name.toLowerCase() === 'host')
      .map(([name]) => ({ what: `header ${name}`, why: 'fetch always names the host of the URL' })),
  ]
}
