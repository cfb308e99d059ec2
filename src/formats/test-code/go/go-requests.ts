import { encodeQueryText } from '../../../actions/http/query.ts'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import { withNetworkLineBreaks } from '../../../actions/http/body/multipart-parts.ts'
import { fieldsByName, hasQuery, partsOf } from '../../../compile/test-program/request-parts.ts'
import type {
  Field,
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { type GoCode } from './go-code.ts'
import { call, loose, sum, tight } from './go-sum.ts'
import { composite, goString, pairs } from './go-literals.ts'
import { type ClientSettings, redirectCode, settingsOf, transportCode } from './go-client.ts'
import { methodName } from './http-names.ts'
import { durationCode } from './go-predicates.ts'

/** A request as code: statements, and an expression that is its answer. */
export interface WrittenRequest {
  readonly before: readonly string[]
  readonly call: string
}

/** Writes a request. `usual` is what the client does unless it is told otherwise. A text says why it cannot be sent. */
export function writeRequest(
  request: ProgramRequest,
  usual: ClientSettings,
  code: GoCode,
): WrittenRequest | string {
  if (request.method === 'CONNECT') return 'net/http makes a tunnel of CONNECT'
  const own = ownSettings(request, usual)
  const headers = headerLines(request, code)
  const { before, reader } = bodyCode(request.body, code)
  const url = urlCode(request, code)
  const type =
    request.body?.kind === 'multipart' ? ['req.Header.Set("Content-Type", form.FormDataContentType())'] : []
  const more = [...headers, ...type, ...basicLines(request, code)]
  if (request.method === 'GET' && reader === undefined && more.length === 0) {
    code.need('get')
    return { before: own, call: call('client.get', ['t', url]) }
  }
  code.need('request')
  const method = methodName(request.method) ?? goString(request.method)
  const made = call('client.request', ['t', method, url, reader ?? 'nil'])
  if (more.length === 0) return { before: [...own, ...before], call: `client.send(t, ${made})` }
  return { before: [...own, ...before, `req := ${made}`, ...more], call: 'client.send(t, req)' }
}

/** A copy of the client, where this request needs another. */
function ownSettings(request: ProgramRequest, usual: ClientSettings): readonly string[] {
  const own = settingsOf(request)
  const lines = [
    ...(own.timeout === usual.timeout ? [] : [`client.Timeout = ${durationCode(own.timeout)}`]),
    ...(own.cookies === usual.cookies ? [] : ['client.Jar = nil']),
    ...(own.redirects === usual.redirects ? [] : [`client.CheckRedirect = ${redirectCode(own.redirects)}`]),
    ...(own.insecure === usual.insecure ? [] : [`client.Transport = ${transportCode(own.insecure)}`]),
  ]
  return lines.length === 0 ? [] : ['client := *client', ...lines]
}

function headerLines({ headers }: ProgramRequest, code: GoCode): readonly string[] {
  const seen = new Set<string>()
  return headers
    .filter(({ name }) => name.toLowerCase() !== 'host')
    .map(({ name, value }) => {
      const verb = seen.has(name.toLowerCase()) ? 'Add' : 'Set'
      seen.add(name.toLowerCase())
      return call(`req.Header.${verb}`, [goString(name), code.text(value)])
    })
}

function basicLines({ basic }: ProgramRequest, code: GoCode): readonly string[] {
  if (basic === undefined) return []
  return [call('req.SetBasicAuth', [code.text(basic.username), code.text(basic.password)])]
}

/** The URL with its query. */
function urlCode({ url, query }: ProgramRequest, code: GoCode): string {
  const written: string[] = []
  let text = ''
  const add = (part: string | Value, isEncoded: boolean): void => {
    if (typeof part === 'string' || part.kind === 'literal') {
      text +=
        typeof part === 'string'
          ? part
          : isEncoded
            ? encodeQueryText(valueText(part.value))
            : valueText(part.value)
      return
    }
    if (text !== '') written.push(goString(text))
    text = ''
    written.push(isEncoded ? call('url.QueryEscape', [code.text(part)]) : code.text(part))
  }
  for (const part of partsOf(url)) add(part, false)
  for (const [index, { name, value }] of query.entries()) {
    const sign = index === 0 && !hasQuery(url) ? '?' : /[?&]$/.test(text) && index === 0 ? '' : '&'
    add(`${sign}${encodeQueryText(name)}=`, false)
    add(value, true)
  }
  if (text !== '' || written.length === 0) written.push(goString(text))
  return sum(written)
}

function bodyCode(
  body: ProgramBody | undefined,
  code: GoCode,
): { readonly before: readonly string[]; readonly reader?: string } {
  switch (body?.kind) {
    case undefined:
      return { before: [] }
    case 'json':
      return { before: [], reader: jsonCode(body.value, code) }
    case 'text':
      return { before: [], reader: call('strings.NewReader', [code.text(body.text)]) }
    case 'form':
      return { before: [], reader: call('strings.NewReader', [formCode(body.fields, code)]) }
    case 'file':
      return { before: [], reader: `bytes.NewReader(${fileCode(body.file, code)})` }
    case 'multipart':
      return {
        before: [
          'var body bytes.Buffer',
          'form := multipart.NewWriter(&body)',
          ...body.parts.map(part => partCode(part, code)),
          'if err := form.Close(); err != nil {',
          '\tt.Fatal(err)',
          '}',
        ],
        reader: '&body',
      }
  }
}

/** JSON that is known is sent to the letter. */
function jsonCode(value: Value, code: GoCode): string {
  if (value.kind === 'literal') return `strings.NewReader(${goString(JSON.stringify(value.value))})`
  code.need('jsonBody')
  const written = value.kind === 'object' ? code.object(value, 40) : code.plain(value)
  return `${code.prefix}JSON(t, ${tight(written)})`
}

function fileCode(file: Value, code: GoCode): string {
  code.need('file')
  return `${code.prefix}File(t, ${tight(code.text(file))})`
}

/** Fields in their order, as url.Values where they are in the one it has. */
function formCode(fields: readonly Field[], code: GoCode): string {
  const names = fields.map(({ name }) => name)
  const isSorted = names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name)
  if (isSorted && fields.length > 0) {
    const entries = fieldsByName(fields).map(([name, values]) => {
      const written = values.map(value => loose(code.text(value)))
      return [goString(name), composite('', written)] as const
    })
    return `${pairs('url.Values', entries)}.Encode()`
  }
  const parts = fields.flatMap(({ name, value }, index) => {
    const before = `${index === 0 ? '' : '&'}${formText(name)}=`
    return value.kind === 'literal'
      ? [before + formText(valueText(value.value))]
      : [before, { code: call('url.QueryEscape', [code.text(value)]) }]
  })
  const written: string[] = []
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else {
      written.push(goString(text), part.code)
      text = ''
    }
  }
  if (text !== '' || written.length === 0) written.push(goString(text))
  return sum(written)
}

function formText(text: string): string {
  return encodeQueryText(text).replaceAll('%20', '+')
}

function partCode({ name, text, file, filename, type }: ProgramPart, code: GoCode): string {
  code.need('addPart')
  const known = file?.kind === 'literal' ? valueText(file.value) : ''
  const shown =
    filename === undefined
      ? file === undefined
        ? '""'
        : known === ''
          ? call('path.Base', [code.text(file)])
          : goString(known.replace(/^.*[/\\]/, ''))
      : code.text(filename)
  const typeCode = partType(
    { name, ...(file && { file }), ...(filename && { filename }), ...(type && { type }) },
    code,
  )
  const data =
    file === undefined
      ? textData(text, filename !== undefined || type !== undefined, code)
      : fileCode(file, code)
  return `${code.prefix}AddPart(t, form, ${goString(name)}, ${tight(shown)}, ${tight(typeCode)}, ${data})`
}

/** A file without a type has that of its name's extension. */
function partType({ file, filename, type }: ProgramPart, code: GoCode): string {
  if (type !== undefined) return goString(type)
  const named = file ?? filename
  if (named === undefined) return '""'
  if (named.kind === 'literal') return goString(typeByName(valueText(named.value)))
  return `cmp.Or(mime.TypeByExtension(path.Ext(${code.text(named)})), "application/octet-stream")`
}

/** The breaks of a text's lines are those of the network, unless it stands for a file. */
function textData(text: Value | undefined, isFile: boolean, code: GoCode): string {
  if (text === undefined) return 'nil'
  if (text.kind === 'literal')
    return `[]byte(${goString(isFile ? valueText(text.value) : withNetworkLineBreaks(valueText(text.value)))})`
  return `[]byte(${tight(code.text(text))})`
}
