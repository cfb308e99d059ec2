import path from 'node:path'
import { encodeQueryText } from '../../../actions/http/query.ts'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import { partsOf } from '../../../compile/test-program/request-parts.ts'
import type {
  Field,
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { type Doc, group, indent, line, ifBreak } from '../layout.ts'
import type { RubyCode, Written } from './ruby-code.ts'
import { areWords, call, hashOf, listOf, member, text } from './ruby-text.ts'

/** Part of the requests of a file, which the method that sends them must know of. */
export type RequestPart =
  | 'headers'
  | 'body'
  | 'form'
  | 'basic'
  | 'cookies'
  | 'insecure'
  | 'redirects'
  | 'methods'

/** Methods that have a class of their own in `net/http`. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])

/** Writes a request. `parts` is added to; `jar` says whether the file keeps cookies. */
export function requestCode(
  request: ProgramRequest,
  code: RubyCode,
  parts: Set<RequestPart>,
  jar: boolean,
): { readonly before: readonly Doc[]; readonly sent: Doc } {
  const { method, body, basic, timeout, redirects, insecure, cookies } = request
  const use = (part: RequestPart, written: Doc): Doc => {
    parts.add(part)
    return [part, ': ', written]
  }
  const headers = request.headers.filter(header => !isOwn(header))
  if (!methods.has(method)) parts.add('methods')
  if (redirects > 0) parts.add('redirects')
  const url = urlCode(request, code)
  const args = [
    ...(redirects > 0 ? [String(redirects)] : []),
    text(method),
    url.code,
    ...(headers.length === 0 ? [] : [use('headers', headersCode(headers, code))]),
    ...(basic === undefined
      ? []
      : [use('basic', listOf([code.value(basic.username), code.value(basic.password)]))]),
    ...(body === undefined ? [] : [use(body.kind === 'multipart' ? 'form' : 'body', bodyCode(body, code))]),
    ...(jar && !cookies ? [use('cookies', 'false')] : []),
    ...(insecure ? [use('insecure', 'true')] : []),
  ]
  const sent = call(redirects > 0 ? 'follow_redirects' : 'send_request', args)
  if (timeout === undefined) return { before: url.before, sent }
  code.libraries.add('timeout')
  const within = group([ifBreak('do', '{'), indent([line, sent]), line, ifBreak('end', '}')])
  return { before: url.before, sent: [`Timeout.timeout(${timeout / 1000}) `, within] }
}

/** A request that asks for compressed answers gets them compressed; net/http asks itself, and unpacks them. */
function isOwn({ name, value }: Field): boolean {
  const isKnown = value.kind === 'literal' && /gzip|deflate/.test(valueText(value.value))
  return isKnown && name.toLowerCase() === 'accept-encoding'
}

/** The parts of a request that cannot be sent. */
export function requestLosses({
  body,
}: ProgramRequest): readonly { readonly what: string; readonly why: string }[] {
  if (body?.kind !== 'multipart') return []
  return body.parts
    .filter(({ file, filename, type }) => file === undefined && filename === undefined && type !== undefined)
    .map(({ name, type = '' }) => ({
      what: `type ${type} of ${name}`,
      why: 'net/http gives types to files only',
    }))
}

/** A URL, and before it more of its query where that is not known. */
function urlCode(
  { url, query }: ProgramRequest,
  code: RubyCode,
): { readonly before: readonly Doc[]; readonly code: Doc } {
  const own = partsOf(url).map(part =>
    typeof part === 'string' ? encodedUrl(part) : escapedInUrl(part, code),
  )
  if (query.length === 0) return { before: [], code: code.template(own) }
  const sign = own.some(part => typeof part === 'string' && part.includes('?')) ? '&' : '?'
  const known = query.map(({ name, value }) =>
    value.kind === 'literal'
      ? `${encodeQueryText(name)}=${encodeQueryText(valueText(value.value))}`
      : undefined,
  )
  if (known.every(one => one !== undefined))
    return { before: [], code: code.template([...own, sign + known.join('&')]) }
  return {
    before: [['query = ', formCode(query, code)]],
    code: code.template([...own, sign, { code: 'query' }]),
  }
}

/** Encodes the characters that a URL may not have, as every client does. */
function encodedUrl(part: string): string {
  return part.replace(/[^!-~]|["<>\\^`{|}]/gu, encodeURIComponent)
}

function escapedInUrl(part: Value, code: RubyCode): Value | Written {
  const known = code.constant(part)?.map(valueText) ?? []
  const isPlain = known.every(one => encodedUrl(one) === one) || known.some(one => one.includes('%'))
  return isPlain ? part : { code: call('URI::DEFAULT_PARSER.escape', [code.value(part)]) }
}

/** Fields as a query: members of a hash, with lists where a name comes again, or pairs where others stand between. */
function formCode(fields: readonly Field[], code: RubyCode): Doc {
  const names = fields.map(({ name }) => name).filter((name, index, all) => name !== all[index - 1])
  if (new Set(names).size < names.length)
    return call('URI.encode_www_form', [
      listOf(fields.map(({ name, value }) => listOf([text(name), code.value(value)]))),
    ])
  const members = names.map(name => {
    const [first, ...others] = fields
      .filter(field => field.name === name)
      .map(({ value }) => code.value(value))
    const value = others.length === 0 ? (first ?? 'nil') : listOf([first ?? 'nil', ...others])
    return member(name, value, areWords(names) ? 'symbols' : 'strings')
  })
  return call('URI.encode_www_form', members)
}

function headersCode(headers: readonly Field[], code: RubyCode): Doc {
  const names = [...new Set(headers.map(({ name }) => name))]
  return hashOf(
    names.map(name => {
      const values = headers.filter(one => one.name === name).map(({ value }) => value)
      const joined = values.flatMap((value, index) => [...(index === 0 ? [] : [', ']), ...partsOf(value)])
      const [only, ...others] = joined
      const isOne = only !== undefined && typeof only !== 'string' && others.length === 0
      return member(name, isOne ? code.value(values[0] ?? only) : code.template(joined), 'strings')
    }),
  )
}

function bodyCode(body: ProgramBody, code: RubyCode): Doc {
  switch (body.kind) {
    case 'json':
      code.libraries.add('json')
      return [code.value(body.value, 'strict', 'symbols'), '.to_json']
    case 'form':
      return formCode(body.fields, code)
    case 'text':
      return code.value(body.text)
    case 'file':
      return fileCode(body.file, code)
    case 'multipart':
      return listOf(body.parts.map(part => partCode(part, code)))
  }
}

/** A file, named from where the tests lie. */
function fileCode(file: Value, code: RubyCode): Doc {
  return call('File.binread', [call('File.expand_path', [code.value(file), '__dir__'])])
}

function partCode({ name, text: content, file, filename, type }: ProgramPart, code: RubyCode): Doc {
  if (file === undefined && filename === undefined)
    return listOf([text(name), content === undefined ? "''" : lineBroken(content, code)])
  const known =
    file?.kind === 'literal' ? path.posix.basename(valueText(file.value).replaceAll('\\', '/')) : undefined
  const shown =
    filename !== undefined
      ? code.value(filename)
      : known === undefined
        ? call('File.basename', [file === undefined ? "''" : code.value(file)])
        : text(known)
  const sent = type ?? (known === undefined ? undefined : typeByName(known))
  const data =
    file === undefined ? (content === undefined ? "''" : code.value(content)) : fileCode(file, code)
  const options = [member('filename', shown, 'symbols')]
  if (sent !== undefined) options.push(member('content_type', text(sent), 'symbols'))
  return listOf([text(name), data, hashOf(options)])
}

/** The breaks of a text's lines are those of the network. */
function lineBroken(content: Value, code: RubyCode): Doc {
  return content.kind === 'literal'
    ? text(valueText(content.value).replace(/\r?\n/g, '\r\n'))
    : code.value(content)
}

/** The methods that send requests, for files whose requests have these parts. */
export function sendingMethods(parts: ReadonlySet<RequestPart>, jar: boolean): readonly string[] {
  const has = (part: RequestPart): boolean => parts.has(part)
  const needsHeaders = has('headers') || has('redirects')
  const parameters = [
    ...(needsHeaders ? ['headers: {}'] : []),
    ...(has('body') || has('redirects') ? ['body: nil'] : []),
    ...(has('form') ? ['form: nil'] : []),
    ...(has('basic') ? ['basic: nil'] : []),
    ...(has('cookies') ? ['cookies: true'] : []),
    ...(has('insecure') ? ['insecure: false'] : []),
  ]
  const when = has('cookies') ? ' if cookies' : ''
  const made = has('methods')
    ? `Net::HTTPGenericRequest.new(method, true, method != 'HEAD', uri${needsHeaders ? ', headers' : ''})`
    : `Net::HTTP.const_get(method.capitalize).new(uri${needsHeaders ? ', headers' : ''})`
  const [before, options] = has('insecure')
    ? [
        [
          "  options = { use_ssl: uri.scheme == 'https' }",
          '  options[:verify_mode] = OpenSSL::SSL::VERIFY_NONE if insecure',
        ],
        'options',
      ]
    : [[], "use_ssl: uri.scheme == 'https'"]
  const sent = `Net::HTTP.start(uri.hostname, uri.port, ${options})`
  const send = [
    `def send_request(${['method', 'url', ...parameters].join(', ')})`,
    '  uri = URI(url)',
    `  request = ${made}`,
    ...(has('body') || has('redirects') ? ['  request.body = body'] : []),
    ...(has('form') ? ["  request.set_form(form, 'multipart/form-data') if form"] : []),
    ...(has('basic') ? ['  request.basic_auth(*basic) if basic'] : []),
    ...(jar ? [`  add_cookies(request)${when}`] : []),
    ...before,
    `  ${jar ? 'response = ' : ''}${sent} { |http| http.request(request) }`,
    ...(jar ? [`  keep_cookies(uri, response)${when}`, '  response'] : []),
    'end',
  ].join('\n')
  return [send, ...(has('redirects') ? [redirectsMethod] : []), ...(jar ? cookieMethods : [])]
}

const redirectsMethod = `# Follows redirects as browsers do.
def follow_redirects(limit, method, url, headers: {}, body: nil, **options)
  response = send_request(method, url, headers: headers, body: body, **options)
  return response unless %w[301 302 303 307 308].include?(response.code) && response.key?('Location')
  raise 'too many redirects' if limit.zero?

  target = URI.join(url, response['Location'])
  unless target.host == URI(url).host
    headers = headers.reject { |name, _| name.casecmp?('authorization') }
    options.delete(:basic)
  end
  if response.code == '303' ? method != 'HEAD' : method == 'POST' && response.code < '303'
    method = 'GET'
    body = nil
    headers = headers.reject { |name, _| name.downcase.start_with?('content-') }
  end
  follow_redirects(limit - 1, method, target.to_s, headers: headers, body: body, **options)
end`

/** The methods that handle cookies as a browser does, as net/http keeps none. */
const cookieMethods = [
  `# Sends the cookies that answers before have set for an address (RFC 6265).
def add_cookies(request)
  uri = request.uri
  fitting = @cookies.values.select do |cookie|
    ".#{uri.host}".end_with?(cookie[:domain]) && "#{uri.path}/".start_with?(cookie[:path])
  end
  request['Cookie'] = [request['Cookie'], *fitting.map { |cookie| cookie[:pair] }].compact.join('; ') if fitting.any?
end`,
  `def keep_cookies(uri, response)
  response.get_fields('Set-Cookie').to_a.each do |line|
    pair, *attributes = line.split(/\\s*;\\s*/)
    options = attributes.to_h { |one| [one[/[^=]*/].downcase, one[/=(.*)/, 1].to_s] }
    domain = ".#{options.fetch('domain', uri.host).delete_prefix('.')}"
    path = "#{options.fetch('path') { uri.path[%r{.*/}].to_s }.chomp('/')}/"
    @cookies[[pair[/[^=]*/], domain, path]] = { pair: pair, domain: domain, path: path }
    @cookies.delete([pair[/[^=]*/], domain, path]) if expired?(options)
  end
end`,
  `def expired?(options)
  return options['max-age'].to_i <= 0 if options.key?('max-age')

  options.key?('expires') && Time.parse(options['expires']) < Time.now
end`,
]
