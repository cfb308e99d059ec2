import type {
  ApiDescription,
  Content,
  Operation,
  ResponseDescription,
} from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { responseFor } from '../../api-description/find-response.ts'
import { type FoundOperation, OperationFinder } from '../../contract/conformance/find-operation.ts'
import { requestRule } from '../../contract/conformance/request-rule.ts'
import { ExampleFactory } from '../../formats/openapi/example-factory.ts'
import type { Exchange } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject } from '../../model/json.ts'
import { valueText } from '../../util/value-text.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { explanation, unsendable, type WireAnswer } from '../make-answer.ts'
import type { ReceivedRequest } from '../received-request.ts'
import { missingCredentials } from './missing-credentials.ts'
import { acceptedContent } from './negotiate.ts'
import { writeExample } from './write-example.ts'

/** What a description says to a request. */
export type DescribedAnswer =
  | { readonly kind: 'unknown'; readonly allowed: readonly string[] }
  | {
      readonly kind: 'answered'
      /** The operation, as routes are written: `GET /users/{id}`. */
      readonly route: string
      readonly answer: WireAnswer
      /** What breaks the description: of the request, or of the document itself. */
      readonly problem?: string
    }

/** Answers requests as the description of an API says: with its examples, or with values that its schemas allow. */
export class DescribedApi {
  readonly #description: ApiDescription
  readonly #operations: OperationFinder
  readonly #schemas: SchemaReader
  readonly #examples: ExampleFactory
  /** Bodies by content: the same request gets the same answer. */
  readonly #bodies = new Map<Content, Uint8Array>()

  constructor(description: ApiDescription) {
    this.#description = description
    this.#operations = new OperationFinder(description)
    this.#schemas = new SchemaReader(description)
    this.#examples = new ExampleFactory(description, { direction: 'response', isPlain: true })
  }

  /** Its operations, as routes are written. */
  get routes(): readonly string[] {
    return this.#description.operations.map(operationKey)
  }

  answer(request: ReceivedRequest): DescribedAnswer {
    const found = this.#operations.find(request.method, request.url)
    const usual =
      found.kind === 'other-method' && request.method === 'HEAD'
        ? this.#operations.find('GET', request.url)
        : found
    switch (usual.kind) {
      case 'unknown':
        return this.#withoutParameter(request) ?? { kind: 'unknown', allowed: [] }
      case 'other-method':
        return { kind: 'unknown', allowed: usual.methods }
      case 'broken': {
        const problem = `${usual.broken.path} cannot be answered: ${usual.broken.reason}`
        const route = `${request.method} ${usual.broken.path}`
        return { kind: 'answered', route, answer: explanation(501, { error: problem }), problem }
      }
      case 'operation':
        return {
          kind: 'answered',
          route: operationKey(usual.operation),
          ...this.#answerOperation(usual, request),
        }
    }
  }

  /** A request that would be known, were there not an empty segment in its path. */
  #withoutParameter(request: ReceivedRequest): DescribedAnswer | undefined {
    if (!request.path.includes('//')) return undefined
    const found = this.#operations.find(request.method, request.path.replaceAll(/\/(?=\/)/g, '/-'))
    if (found.kind !== 'operation') return undefined
    const missing = [...found.pathValues].flatMap(([name, value]) =>
      value === '-' ? [`path ${name} is empty`] : [],
    )
    return {
      kind: 'answered',
      route: operationKey(found.operation),
      ...this.#broken(found.operation, missing),
    }
  }

  #answerOperation(
    found: FoundOperation,
    request: ReceivedRequest,
  ): { readonly answer: WireAnswer; readonly problem?: string } {
    const { operation } = found
    const challenge = missingCredentials(this.#description, operation, request)
    if (challenge !== undefined) {
      const answer = this.#refusal(operation, [401], 401, { error: 'credentials are missing' })
      const problem = `${operationKey(operation)} asks for credentials: ${challenge}`
      return { answer: { ...answer, headers: [...answer.headers, ['www-authenticate', challenge]] }, problem }
    }
    const result = requestRule(found, asSent(request), this.#schemas)
    if (result.outcome === 'failed') {
      const findings = result.findings.map(({ place = 'request', message }) => `${place} ${message}`)
      return this.#broken(operation, findings)
    }
    return { answer: this.#answerWith(operation, request) }
  }

  #broken(
    operation: Operation,
    findings: readonly string[],
  ): { readonly answer: WireAnswer; readonly problem: string } {
    const said = { type: 'about:blank', title: 'The request breaks the description', findings }
    const answer = this.#refusal(operation, [422, 400], 422, said)
    return { answer, problem: `${operationKey(operation)}: ${findings.join('; ')}` }
  }

  /** The documented answer to a request that is wrong, or one of the mock's own. */
  #refusal(operation: Operation, wanted: readonly number[], status: number, problem: JsonObject): WireAnswer {
    const documented = wanted.find(one =>
      operation.responses.some(({ status: written }) => written === String(one)),
    )
    const chosen = chosenResponse(operation, documented ?? status)
    // Who cannot be given what was asked for is told why, in whatever media type (RFC 9110, 15.5.7).
    if (chosen !== undefined) return this.#responseAnswer(operation, chosen)
    const { body } = explanation(status, problem)
    return { status, headers: [['content-type', 'application/problem+json']], body }
  }

  #answerWith(operation: Operation, request: ReceivedRequest): WireAnswer {
    const wanted = preferredStatus(request)
    const chosen = wanted === undefined ? usualResponse(operation) : chosenResponse(operation, wanted)
    if (chosen === undefined)
      return explanation(wanted === undefined ? 501 : 404, {
        error: `${operationKey(operation)} documents no answer${wanted === undefined ? '' : ` with the status ${wanted}`}`,
      })
    return this.#responseAnswer(operation, chosen, headerValue(request.headers, 'accept') ?? '*/*')
  }

  #responseAnswer(operation: Operation, { response, status }: Chosen, accept?: string): WireAnswer {
    const headers = response.headers
      .filter(({ required, name }) => required && name.toLowerCase() !== 'content-type')
      .map(header => [header.name, valueText(this.#examples.header(operation, header).value)] as const)
    const wrong = unsendable(headers)
    if (wrong !== undefined) return explanation(500, { error: wrong })
    if (response.contents.length === 0) return { status, headers, body: new Uint8Array() }
    const content = accept === undefined ? response.contents[0] : acceptedContent(response.contents, accept)
    if (content === undefined) {
      const offered = response.contents.map(({ type }) => type)
      return explanation(406, { error: 'no documented media type is acceptable', offered })
    }
    return {
      status,
      headers: [['content-type', concreteType(content.type)], ...headers],
      body: this.#bodyOf(operation, content),
    }
  }

  #bodyOf(operation: Operation, content: Content): Uint8Array {
    const known = this.#bodies.get(content)
    if (known !== undefined) return known
    const { value, schema } = this.#examples.body(operation, content)
    const body = Buffer.from(writeExample(value, schema.schema, concreteType(content.type)))
    this.#bodies.set(content, body)
    return body
  }
}

/** `Prefer: code=404` (RFC 7240), as Prism reads it. */
function preferredStatus({ headers }: ReceivedRequest): number | undefined {
  const [, code] = /(?:^|[,;\s])code="?(\d{3})"?/i.exec(headerValue(headers, 'prefer') ?? '') ?? []
  return code === undefined ? undefined : Number(code)
}

interface Chosen {
  readonly response: ResponseDescription
  readonly status: number
}

function chosenResponse(operation: Operation, status: number): Chosen | undefined {
  const response = responseFor(operation, status)
  return response === undefined ? undefined : { response, status }
}

/** The first success, exact before a range, that before `default`, else the first answer there is; 1xx are none. */
function usualResponse({ responses: all }: Operation): Chosen | undefined {
  const responses = all.filter(({ status }) => !status.startsWith('1'))
  const response =
    responses.find(({ status }) => /^2\d\d$/.test(status)) ??
    responses.find(({ status }) => status === '2XX') ??
    responses.find(({ status }) => status === 'default') ??
    responses[0]
  if (response === undefined) return undefined
  const status = Number(response.status.replace(/XX$/, '00'))
  return { response, status: Number.isNaN(status) ? 200 : status }
}

/** A media type that a range stands for. */
function concreteType(type: string): string {
  if (!type.includes('*')) return type
  return /^text\//i.test(type) ? 'text/plain' : 'application/json'
}

/** A received request, as rules about sent ones look at it. */
function asSent({ method, url, headers, bytes }: ReceivedRequest): Pick<Exchange, 'request' | 'sentBody'> {
  const request = { summary: `${method} ${url}`, method, url: `http://mock${url}`, headers }
  if (bytes.length === 0) return { request }
  return { request: { ...request, body: { text: '', size: bytes.length, truncated: true } }, sentBody: bytes }
}
