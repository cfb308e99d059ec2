import { createHash } from 'node:crypto'
import path from 'node:path'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { headerValue } from '../../model/header-value.ts'
import { isCredentialField, isCredentialLine } from '../../secrets/index.ts'
import { flowYaml } from '../../util/flow-yaml.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { bodyValue, type ReceivedRequest } from '../received-request.ts'
import type { ForwardedAnswer } from './forward.ts'
import { PiecesUpTo } from './pieces-up-to.ts'
import { contentOf, jsonOf, type RecordedAnswer, recordedAnswer } from './recorded-answer.ts'
import type { ProxyRecord } from './recorder.ts'
import { learnFromAnswer, type Masker, type SeenSecrets } from './seen-secrets.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The largest body of an answer that is recorded. */
const largestBody = 16 * 1024 * 1024

/** Answers of one route to the same request that are kept; variants of a route; routes. */
const mostAnswers = 100
const mostVariants = 200
const mostRoutes = 10_000

/** Characters of a body above which requests are not told apart by it. */
const longestCondition = 4096

/** Milliseconds below which an answer waits for nothing. */
const shortestDelay = 10

/** Requests to one method and path that are alike, with what they were answered, as it is written. */
interface Variant {
  readonly query: JsonObject
  readonly body: RequestBody
  readonly answers: { readonly text: string; readonly delay: number }[]
}

type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'json'; readonly value: JsonValue; readonly isWhole: boolean }
  | { readonly kind: 'text'; readonly value: string }

/**
 * The responses that one mock got from the server behind it, as routes that replay them. Bodies of some size are
 * written to files at once.
 */
export class Recording {
  readonly #bodies: string
  readonly #routes = new Map<string, Map<string, Variant>>()
  readonly #texts = new Map<string, string>()
  readonly #files = new Map<string, Promise<string>>()
  /** Settles when what has ended is among the routes, in its order. */
  #last = Promise.resolve()
  #changes = 0
  #leftOut = 0

  /** `bodies` is the folder (absolute) for bodies, which stands beside the suite. */
  constructor(bodies: string) {
    this.#bodies = bodies
  }

  /** Goes up with everything that is recorded. */
  get changes(): number {
    return this.#changes
  }

  /** Answers that could not be recorded: too large, too many, with a method that suites do not know, or to a path that no suite may show. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** `known` are the secrets of the mock, to which those of its calls come. */
  begin(
    known: SeenSecrets,
    request: ReceivedRequest,
    answer: Pick<ForwardedAnswer, 'status' | 'headers'>,
    after: number,
  ): ProxyRecord {
    const pieces = new PiecesUpTo(largestBody)
    return {
      add: piece => {
        pieces.add(piece)
      },
      end: () => {
        const body = pieces.whole()
        if (body !== undefined && methods.test(request.method))
          return this.#take(known, request, answer, body, after)
        this.#leftOut++
        return undefined
      },
    }
  }

  /** Resolves when what is secret in the answer is known. */
  #take(
    known: SeenSecrets,
    request: ReceivedRequest,
    { status, headers }: Pick<ForwardedAnswer, 'status' | 'headers'>,
    body: Buffer,
    after: number,
  ): Promise<void> {
    const learnt = contentOf(headers, body).then(content => {
      learnFromAnswer(known, headers, jsonOf(content.bytes.toString(), headerValue(headers, 'content-type')))
      return content
    })
    // In their order, so that what an answer has told is hidden in the calls after it.
    this.#last = this.#last
      .then(async () => {
        const content = await learnt
        const asked = askedFor(request, known)
        request.release()
        const answer = recordedAnswer(status, headers, content, known)
        if (asked === undefined) this.#leftOut++
        else this.#add(asked, await this.#written(answer), after)
      })
      .catch(() => {
        this.#leftOut++
      })
    return learnt.then(
      () => undefined,
      () => undefined,
    )
  }

  /** The answer as it stands in the suite; the same text only once. */
  async #written({ written, file }: RecordedAnswer): Promise<string> {
    const body = file === undefined ? {} : { file: await this.#fileOf(file) }
    const text = flowYaml({ ...written, ...body })
    const known = this.#texts.get(text) ?? text
    this.#texts.set(text, known)
    return known
  }

  #fileOf({ bytes, type }: NonNullable<RecordedAnswer['file']>): Promise<string> {
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extensionOf(type)}`
    const known =
      this.#files.get(name) ??
      writeWhole(path.join(this.#bodies, name), bytes).then(() => `${path.basename(this.#bodies)}/${name}`)
    this.#files.set(name, known)
    return known
  }

  #add(asked: { readonly route: string } & Omit<Variant, 'answers'>, text: string, after: number): void {
    const { route, query, body } = asked
    const variants = this.#routes.get(route) ?? new Map<string, Variant>()
    const key = writeJson([query, body])
    const variant = variants.get(key) ?? { query, body, answers: [] }
    if (
      variant.answers.length >= mostAnswers ||
      (variants.size >= mostVariants && !variants.has(key)) ||
      (this.#routes.size >= mostRoutes && !this.#routes.has(route))
    ) {
      this.#leftOut++
      return
    }
    this.#routes.set(route, variants)
    variants.set(key, variant)
    variant.answers.push({ text, delay: after < shortestDelay ? 0 : Math.min(Math.round(after), 300_000) })
    this.#changes++
  }

  /** Waits until all that has ended is among the routes. */
  async settled(): Promise<void> {
    await this.#last
  }

  /** The lines of the mock in a suite, below its name. */
  *lines(): Generator<string> {
    if (this.#routes.size === 0) return
    yield '    routes:'
    for (const [route, variants] of this.#routes) {
      const all = [...variants.values()]
      for (const variant of all) {
        yield `      - route: ${flowYaml(route)}`
        const when = conditions(variant, all)
        if (when.length > 0) yield `        when: ${flowYaml(when)}`
        yield* answerLines(variant)
      }
    }
  }

  /** A request that one of the routes answers, with its status. */
  example(): { readonly request: string; readonly status: number; readonly more: JsonObject } | undefined {
    const found = [...this.#routes].flatMap(([route, variants]) =>
      [...variants.values()].map(variant => ({ route, variant })),
    )
    const [first] = [...found.filter(({ route }) => route.startsWith('GET ')), ...found]
    if (first === undefined) return undefined
    const [method = '', place = ''] = first.route.split(' ')
    const { query, body, answers } = first.variant
    const search = Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map(one => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(one))}`),
    )
    const [, status = '200'] = /^\{ status: (\d{3})/.exec(answers[0]?.text ?? '') ?? []
    return {
      request: `${method} {{mocks.NAME.url}}${place.replaceAll(/\{[^{}]*\}/g, 'any')}${search.length === 0 ? '' : `?${search.join('&')}`}`,
      status: Number(status),
      more:
        body.kind === 'json'
          ? { json: literalValue(body.value) }
          : body.kind === 'text'
            ? { text: literalText(body.value) }
            : {},
    }
  }
}

/** The parts that tell a request apart from others, without secrets; undefined where its path cannot be written. */
function askedFor(
  request: ReceivedRequest,
  masker: Masker,
): ({ readonly route: string } & Omit<Variant, 'answers'>) | undefined {
  const { method, query, path: place } = request
  const written = writtenPath(place, masker)
  if (written === undefined) return undefined
  return { route: `${method} ${written}`, query: plainQuery(query, masker), body: bodyOf(request, masker) }
}

/** Methods that routes of a suite may have. */
const methods =
  /^(GET|POST|PUT|PATCH|DELETE|OPTIONS|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|REPORT|SEARCH|PURGE|LINK|UNLINK)$/

/**
 * A path as routes write it: what means something there is percent-encoded, and a segment with a secret is a parameter. Undefined where
 * a secret goes over several segments.
 */
function writtenPath(place: string, { mask }: Masker): string | undefined {
  const shown = place.split('/').map(segment => (mask(segment) === segment ? segment : undefined))
  const rest = shown.map(segment => segment ?? '').join('/')
  if (mask(rest) !== rest) return undefined
  return shown
    .map((segment, index) => (segment === undefined ? `{secret${index}}` : encoded(segment)))
    .join('/')
}

function encoded(segment: string): string {
  return segment
    .replaceAll(/[{}\s\u0080-\uffff]/g, found => encodeURIComponent(found))
    .replace(/^:/, '%3A')
    .replace(/^\*$/, '%2A')
}

/** The parameters of a query that hold no credentials, and that a condition can name. */
function plainQuery(query: JsonObject, masker: Masker): JsonObject {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) =>
        !isCredentialLine(name) && /^[^{}]*[^\s{}]$/.test(name) && isShown({ [name]: value }, masker),
    ),
  )
}

function isShown(value: JsonValue, masker: Masker): boolean {
  return writeJson(masker.maskData(value)) === writeJson(value)
}

function bodyOf(request: ReceivedRequest, masker: Masker): RequestBody {
  if (request.bytes.length === 0) return { kind: 'none' }
  if (request.bytes.length > longestCondition) return { kind: 'unknown' }
  const value = bodyValue(request)
  if (typeof value === 'string')
    return isShown(value, masker) && !namesCredential(value) ? { kind: 'text', value } : { kind: 'unknown' }
  const plain = withoutSecretMembers(value, masker)
  if (!isShown(plain, masker)) return { kind: 'unknown' }
  return { kind: 'json', value: plain, isWhole: writeJson(plain) === writeJson(value) }
}

/** True where a text that is no JSON, such as XML, may hold a credential under its name. */
function namesCredential(text: string): boolean {
  return (text.match(/[\w.-]+/g) ?? []).some(isCredentialField)
}

/** Requests are told apart by what is left. */
function withoutSecretMembers(value: JsonValue, masker: Masker): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map(item => withoutSecretMembers(item, masker))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (isCredentialField(name)) return []
      const plain = withoutSecretMembers(member, masker)
      return isShown({ [name]: plain }, masker) ? [[name, plain] as const] : []
    }),
  )
}

/** The conditions that tell a request apart from the others to its method and path. */
function conditions({ query, body }: Variant, all: readonly Variant[]): readonly JsonObject[] {
  if (all.length < 2) return []
  const names = new Set(all.flatMap(variant => Object.keys(variant.query)))
  const differing = [...names].filter(
    name => new Set(all.map(variant => writeJson(variant.query[name]))).size > 1,
  )
  const ofQuery = differing.map((name): JsonObject => ({
    [`query ${name}`]: query[name] === undefined ? { exists: false } : { equals: literalValue(query[name]) },
  }))
  const isBodyTold = new Set(all.map(variant => writeJson(variant.body))).size > 1
  return isBodyTold ? [...ofQuery, ...bodyConditions(body)] : ofQuery
}

function bodyConditions(body: RequestBody): readonly JsonObject[] {
  if (body.kind === 'unknown') return []
  if (body.kind === 'none') return [{ text: { equals: '' } }]
  if (body.kind === 'text') return [{ text: { equals: literalText(body.value) } }]
  return [{ $: { [body.isWhole ? 'equals' : 'matches']: literalValue(body.value) } }]
}

function* answerLines({ answers }: Variant): Generator<string> {
  const all = [...answers]
  // The last one repeats by itself.
  while (all.length > 1 && all.at(-1)?.text === all.at(-2)?.text) all.pop()
  const [first = '{}', ...others] = all.map(({ text, delay }) => delayed(text, delay))
  if (others.length === 0) {
    yield `        answer: ${first}`
    return
  }
  yield '        answers:'
  for (const text of [first, ...others]) yield `          - ${text}`
}

/** An answer, in braces, with its latency. */
function delayed(text: string, delay: number): string {
  if (delay === 0) return text
  return text === '{}' ? `{ delay: ${delay}ms }` : `${text.slice(0, -2)}, delay: ${delay}ms }`
}

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/xml': 'xml',
}

function extensionOf(type: string): string {
  return extensions[type.replace(/;.*$/, '').trim().toLowerCase()] ?? 'bin'
}
