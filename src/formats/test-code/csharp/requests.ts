import { encodeQueryText } from '../../../actions/http/query.ts'
import { hasQuery, urlParts } from '../../../compile/test-program/request-parts.ts'
import type {
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { type Doc, group, indent, join, line, softline } from '../layout.ts'
import { type CSharpCode, numberCode, text } from './csharp-code.ts'
import {
  assignment,
  atom,
  call,
  type Expression,
  initializer,
  on,
  statement,
  trailingComma,
} from './csharp-layout.ts'

/** Writes requests for `HttpClient`, and the clients that they are sent by. */
export class Requests {
  readonly #code: CSharpCode
  readonly #keepsCookies: boolean
  readonly #clients = new Map<string, readonly string[]>()

  constructor(code: CSharpCode, keepsCookies: boolean) {
    this.#code = code
    this.#keepsCookies = keepsCookies
  }

  /** Statements that make a request, called `request`. */
  building(request: ProgramRequest): readonly Doc[] {
    const code = this.#code
    const { basic, timeout, headers, body } = request
    const made = call('new HttpRequestMessage', methodOf(request.method), this.#url(request))
    const isOfBody = (name: string): boolean => /^(content-|allow$|expires$|last-modified$)/i.test(name)
    const type = body === undefined ? undefined : headers.find(({ name }) => isType(name))?.value
    // Whoever sends a body says itself how long it is, and of which type.
    const others = headers.filter(
      ({ name }) => !/^content-length$/i.test(name) && (body === undefined || !isType(name)),
    )
    const isEmpty = body === undefined && others.some(({ name }) => isOfBody(name))
    return [
      ['using var request = ', made.code, ';'],
      ...(basic === undefined ? [] : [this.#basic(basic)]),
      ...(body === undefined ? [] : this.#body(body, type)),
      ...(isEmpty ? [assignment('request.Content', call('new ByteArrayContent', atom('[]')))] : []),
      ...others.map(({ name, value }) => {
        const all = atom(isOfBody(name) ? 'request.Content.Headers' : 'request.Headers')
        return statement(on(all, 'TryAddWithoutValidation', text(name), code.textOf(value)))
      }),
      ...(timeout === undefined
        ? []
        : [['using var timeout = ', call('new CancellationTokenSource', milliseconds(timeout)).code, ';']]),
    ]
  }

  /** The call that sends it. */
  sending({ timeout, redirects, cookies, insecure }: ProgramRequest): Expression {
    const isKeeping = this.#keepsCookies && cookies
    const words = [
      ...(insecure ? ['trusting'] : []),
      ...(redirects > 0 ? ['following', ...(redirects === 10 ? [] : [String(redirects)])] : []),
      ...(isKeeping || !this.#keepsCookies ? [] : ['cookieless']),
      'client',
    ]
    const name = `_${words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')}`
    this.#clients.set(name, [
      redirects > 0 ? `MaxAutomaticRedirections = ${redirects}` : 'AllowAutoRedirect = false',
      ...(isKeeping ? ['CookieContainer = _cookies'] : ['UseCookies = false']),
      ...(insecure
        ? [
            'ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator',
          ]
        : []),
    ])
    const args = [atom('request'), ...(timeout === undefined ? [] : [atom('timeout.Token')])]
    return on(atom(`await ${name}`), 'SendAsync', ...args)
  }

  /** The names of the clients. */
  get clients(): readonly string[] {
    return [...this.#clients.keys()].sort()
  }

  /** Fields for the clients. Where several share their cookies, these are set when the class is made. */
  fields(): { readonly fields: readonly Doc[]; readonly late: readonly Doc[] } {
    const isKeeping = (option: string): boolean => option.endsWith('_cookies')
    const isShared = [...this.#clients.values()].filter(options => options.some(isKeeping)).length > 1
    const clients = this.clients.map(name => {
      const options = (this.#clients.get(name) ?? []).filter(one => isShared || !isKeeping(one))
      return { name, handler: atom(initializer('new HttpClientHandler', options, 2)) }
    })
    if (!isShared)
      return {
        fields: clients.map(({ name, handler }) =>
          assignment(`private readonly HttpClient ${name}`, call('new', handler)),
        ),
        late: [],
      }
    return {
      fields: [
        'private readonly CookieContainer _cookies = new();',
        ...clients.map(({ name }) => `private readonly HttpClient ${name};`),
      ],
      late: clients.map(({ name, handler }) => assignment(name, call('new HttpClient', handler))),
    }
  }

  #url(request: ProgramRequest): Expression {
    const fields = request.query.flatMap(({ name, value }, index) => [
      `${index > 0 || hasQuery(request.url) ? '&' : '?'}${encodeQueryText(name)}=`,
      value.kind === 'literal'
        ? encodeQueryText(valueText(value.value))
        : on('Uri', 'EscapeDataString', this.#code.textOf(value)),
    ])
    return this.#code.interpolated([...urlParts(request.url), ...fields])
  }

  #basic({ username, password }: NonNullable<ProgramRequest['basic']>): Doc {
    const credentials = this.#code.interpolated([username, ':', password])
    const encoded = on('Convert', 'ToBase64String', bytesOf(credentials))
    return assignment(
      'request.Headers.Authorization',
      call('new AuthenticationHeaderValue', text('Basic'), encoded),
    )
  }

  #body(body: ProgramBody, type: Value | undefined): readonly Doc[] {
    const code = this.#code
    const known = type?.kind === 'literal' ? valueText(type.value) : undefined
    const media =
      type === undefined
        ? atom('null')
        : known !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(known)
          ? call('new MediaTypeHeaderValue', text(known))
          : on('MediaTypeHeaderValue', 'Parse', code.textOf(type))
    const content = (made: Expression): readonly Doc[] => [
      assignment('request.Content', made),
      assignment('request.Content.Headers.ContentType', media),
    ]
    switch (body.kind) {
      case 'json':
      case 'text': {
        const written = body.kind === 'json' ? this.#json(body.value) : code.textOf(body.text)
        return type === undefined
          ? content(call('new StringContent', written))
          : [assignment('request.Content', call('new StringContent', written, media))]
      }
      case 'form': {
        const fields = body.fields.map(({ name, value }) => call('new', text(name), code.textOf(value)).code)
        const made = atom(['new FormUrlEncodedContent(', listOf(fields), ')'])
        const isUsual = known === 'application/x-www-form-urlencoded'
        return isUsual ? [assignment('request.Content', made)] : content(made)
      }
      case 'file':
        return content(call('new ByteArrayContent', this.#file(body.file)))
      case 'multipart': {
        const parts = body.parts.map(part => this.#part(part).code)
        return [['request.Content = ', initializer('new MultipartFormDataContent', parts), ';']]
      }
    }
  }

  /** The text of JSON: as it is where it is short and known. */
  #json(value: Value): Expression {
    const isSimple = value.kind === 'literal' && (typeof value.value !== 'object' || value.value === null)
    if (isSimple) return text(JSON.stringify(value.value))
    const node = this.#code.node(value)
    if (value.kind === 'literal' || value.kind === 'list' || value.kind === 'object')
      return on(node, 'ToJsonString')
    return on('JsonSerializer', 'Serialize', this.#code.value(value).code)
  }

  #file(path: Value): Expression {
    const beside = this.#code.helper('Beside', this.#code.textOf(path))
    return on('await File', 'ReadAllBytesAsync', beside)
  }

  #part(part: ProgramPart): Expression {
    const { name, file, filename } = part
    const isFile = file !== undefined || filename !== undefined
    const known = filename ?? file
    const shown =
      known?.kind === 'literal' ? quoted(valueText(known.value).replace(/^.*\//, '')) : (known ?? '')
    const about = this.#code.interpolated([
      `name="${quoted(name)}"`,
      ...(isFile ? ['; filename="', shown, '"'] : []),
    ])
    const type = part.type ?? (isFile ? 'application/octet-stream' : undefined)
    const content =
      file === undefined
        ? bytesOf(part.text === undefined ? text('') : this.#code.textOf(part.text))
        : this.#file(file)
    return this.#code.helper('FormPart', content, about, ...(type === undefined ? [] : [text(type)]))
  }
}

function isType(name: string): boolean {
  return /^content-type$/i.test(name)
}

/** A name in quotes, as browsers write it. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function bytesOf(written: Expression): Expression {
  return on(atom('Encoding.UTF8'), 'GetBytes', written)
}

/** `[a, b]` */
function listOf(items: readonly Doc[]): Doc {
  return group(['[', indent([softline, join([',', line], [...items])]), trailingComma, softline, ']'])
}

function methodOf(method: string): Expression {
  const isKnown = /^(DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|TRACE)$/.test(method)
  if (!isKnown) return call('new HttpMethod', text(method))
  return atom(`HttpMethod.${method.charAt(0)}${method.slice(1).toLowerCase()}`)
}

/** Milliseconds as a time. */
export function milliseconds(count: number): Expression {
  return count % 1000 === 0
    ? on('TimeSpan', 'FromSeconds', atom(String(count / 1000)))
    : on('TimeSpan', 'FromMilliseconds', atom(numberCode(count)))
}
