import type { ApiDescription, Content, Operation } from '../../api-description/api-description.ts'
import { missingIn } from '../../api-description/unreadable-parts.ts'
import { ItemShapes } from '../../api-description/collections.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import {
  type Chosen,
  chosenResponse,
  hasExample,
  successResponse,
  usualResponse,
} from '../../api-description/chosen-response.ts'
import { type FoundOperation, OperationFinder } from '../../api-requests/matching/find-operation.ts'
import type { RequestFinding } from '../../api-requests/matching/request-body.ts'
import { requestFindings } from '../../api-requests/matching/request-rule.ts'
import { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import type { Exchange } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { texts } from '../../util/read-values.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { unsendable } from '../make-answer.ts'
import type { ReceivedRequest } from '../received-request.ts'
import { explanation, WireAnswer } from '../wire-answer.ts'
import type { WrittenCollection } from '../../model/mock.ts'
import { type Done, State, type StateAnswer } from '../state/state.ts'
import { contentsThatTell, ToldBodies } from '../state/told-body.ts'
import { concreteType, ExampleBodies, type ShownBody } from './example-bodies.ts'
import { ExampleHeaders } from './example-headers.ts'
import { exampleByRequest } from './example-by-request.ts'
import { missingCredentials } from './missing-credentials.ts'
import { acceptedContent } from './negotiate.ts'

/** The response of a description to a request. */
export type DescribedAnswer =
  | { readonly kind: 'unknown'; readonly allowed: readonly string[] }
  | {
      readonly kind: 'answered'
      /** The operation, as routes are written: `GET /users/{id}`. */
      readonly route: string
      readonly answer: WireAnswer
      /** The fault that breaks the description: of the request, or of the document itself. */
      readonly problem?: string
      /** A remark on it that somebody should know, though it is no failure. */
      readonly note?: string
    }

/** Answers requests as the description of an API says: with its examples, or with values that its schemas allow. */
export class DescribedApi {
  /** The description in the document. */
  readonly description: ApiDescription
  readonly #operations: OperationFinder
  readonly #schemas: SchemaReader
  readonly #examples: ExampleFactory
  readonly #bodies: ExampleBodies
  readonly #headers: ExampleHeaders
  readonly #state: State | undefined
  readonly #told: ToldBodies

  /** `collections` are those that remember. Throws an error with the reason where the description has none of the kind. */
  constructor(description: ApiDescription, collections: readonly WrittenCollection[] = []) {
    this.description = description
    this.#operations = new OperationFinder(description)
    this.#schemas = new SchemaReader(description)
    this.#examples = new ExampleFactory(description, { direction: 'response', isPlain: true })
    this.#bodies = new ExampleBodies(this.#examples, this.#schemas)
    this.#headers = new ExampleHeaders(this.#examples)
    this.#told = new ToldBodies(new ItemShapes(description), this.#examples, this.#schemas)
    this.#state =
      collections.length === 0
        ? undefined
        : new State(description, this.#examples, this.#schemas, collections)
  }

  /** Resets the remembered items to those at the start. */
  reset(): void {
    this.#state?.reset()
  }

  get operations(): readonly Operation[] {
    return this.description.operations
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

  #answerOperation(found: FoundOperation, request: ReceivedRequest): OperationAnswer {
    const { operation } = found
    const missing = missingIn(operation)
    if (missing.length > 0) return unanswerable(operation, missing)
    const challenge = missingCredentials(this.description, operation, request)
    if (challenge !== undefined) {
      const problem = `${operationKey(operation)} asks for credentials: ${challenge}`
      const refused = this.#refusal(operation, [401], 401, { error: 'credentials are missing' }, problem)
      return { ...refused, answer: refused.answer.with('www-authenticate', challenge) }
    }
    const findings = requestFindings(found, asSent(request), this.#schemas)
    const fault = findings.find(one => one.fault !== undefined)?.fault
    if (fault === 'description')
      return unanswerable(operation, findings.filter(one => one.fault === fault).map(findingText))
    if (findings.length > 0) return this.#broken(operation, findings.map(findingText), fault)
    const answered = this.#answerRight(found, request)
    const notes = [...notesOf(operation, request), ...(answered.note === undefined ? [] : [answered.note])]
    return notes.length === 0 ? answered : { ...answered, note: notes.join('; ') }
  }

  #answerRight(found: FoundOperation, request: ReceivedRequest): OperationAnswer {
    const { operation } = found
    const wanted = preferenceOf(request)
    const isPreferred = wanted.status !== undefined || wanted.example !== undefined
    const remembered = isPreferred ? undefined : this.#state?.answer(found, request)
    if (remembered !== undefined) return this.#answerRemembered(operation, request, remembered)
    return this.#answerWith(
      operation,
      request,
      isPreferred
        ? wanted
        : { example: exampleByRequest(found, request, asSent(request).request, this.#schemas) },
    )
  }

  #answerRemembered(operation: Operation, request: ReceivedRequest, said: StateAnswer): OperationAnswer {
    switch (said.kind) {
      case 'broken':
        return this.#broken(operation, said.findings)
      case 'full':
        return { answer: explanation(507, { error: said.error }), problem: said.error }
      case 'refused':
        return this.#refusal(operation, [said.status], said.status, { error: said.error })
      case 'done':
        return this.#tell(operation, request, said)
    }
  }

  /** Tells what is remembered as the description says it; what cannot be told so is not remembered. */
  #tell(operation: Operation, request: ReceivedRequest, said: Done): OperationAnswer {
    const { statuses, told, location, undo } = said
    const chosen = successResponse(operation, statuses)
    if (chosen === undefined) return undocumented(operation, 501, 'no answer')
    const total = told.kind === 'list' ? String(told.page.total) : undefined
    let findings: readonly string[] = []
    const { response, status } = chosen
    const telling = { response: { ...response, contents: contentsThatTell(response.contents) }, status }
    const written = this.#responseAnswer(operation, telling, {
      accept: headerValue(request.headers, 'accept') ?? '*/*',
      header: name =>
        /^x-total(?:-count)?$/i.test(name) ? total : /^location$/i.test(name) ? location : undefined,
      bodyOf: content => {
        const body = this.#told.body(operation, content, told)
        if (!body.ok) findings = body.findings.map(({ pointer, message }) => `${pointer} ${message}`)
        return body.ok ? this.#bodies.write(content, body.value) : new Uint8Array()
      },
    })
    if (findings.length > 0) return this.#untold(operation, findings, undo)
    const { answer } = written
    const isNamed = answer.headers.some(([name]) => name.toLowerCase() === 'location')
    return location === undefined || isNamed
      ? written
      : { ...written, answer: answer.with('location', location) }
  }

  /** The response where the description does not allow to tell the remembered items, or those that were to be. */
  #untold(operation: Operation, findings: readonly string[], undo?: () => void): OperationAnswer {
    undo?.()
    // A removed item was there before, and is no fault of the request.
    if (undo !== undefined && operation.method !== 'DELETE')
      return this.#broken(
        operation,
        findings.map(finding => `what is kept of it would not be as its answers are described: ${finding}`),
      )
    const problem = `${operationKey(operation)} cannot tell what is remembered: ${findings.join('; ')}`
    return { answer: explanation(500, { error: problem }), problem }
  }

  #broken(
    operation: Operation,
    findings: readonly string[],
    fault: keyof typeof refusals = 'meaning',
  ): OperationAnswer {
    const said = { type: 'about:blank', title: 'The request breaks the description', findings }
    const [status, ...others] = refusals[fault]
    const problem = `${operationKey(operation)}: ${findings.join('; ')}`
    return this.#refusal(operation, [status, ...others], status, said, problem)
  }

  /** The documented answer to a request that is wrong, or one of the mock's own; with what is wrong with the documented one, too. */
  #refusal(
    operation: Operation,
    wanted: readonly number[],
    status: number,
    said: JsonObject,
    problem?: string,
  ): OperationAnswer {
    const documented = wanted.find(one =>
      operation.responses.some(({ status: written }) => written === String(one)),
    )
    const chosen = chosenResponse(operation, documented ?? status)
    // A client that cannot be given the media type it asked for is told why, in whatever media type (RFC 9110, 15.5.7).
    if (chosen !== undefined) {
      const text = texts(said['findings']).join('; ')
      const documentedAnswer = this.#responseAnswer(
        operation,
        chosen,
        text === '' ? {} : { bodyOf: content => this.#bodies.explaining(operation, content, text) },
      )
      const problems = [problem ?? [], documentedAnswer.problem ?? []].flat()
      return defined({
        ...documentedAnswer,
        problem: problems.length === 0 ? undefined : problems.join('; '),
      })
    }
    const { body } = explanation(status, said)
    const answer = new WireAnswer(status, [['content-type', 'application/problem+json']], body)
    return defined({ answer, problem })
  }

  #answerWith(
    operation: Operation,
    request: ReceivedRequest,
    { status, example }: Preference,
  ): OperationAnswer {
    const chosen =
      status === undefined ? usualResponse(operation, example) : chosenResponse(operation, status)
    if (chosen === undefined) {
      const wanted = status === undefined ? '' : ` with the status ${status}`
      return undocumented(operation, status === undefined ? 501 : 404, `no answer${wanted}`)
    }
    if (example !== undefined && !hasExample(chosen.response, example))
      return undocumented(operation, 404, `no example "${example}"`)
    return this.#responseAnswer(operation, chosen, {
      accept: headerValue(request.headers, 'accept') ?? '*/*',
      isAsked: status !== undefined || example !== undefined,
      ...(example === undefined ? {} : { example }),
    })
  }

  /** Without `accept` whatever there is. */
  #responseAnswer(
    operation: Operation,
    { response, status }: Chosen,
    { accept, isAsked = false, example, header = () => undefined, bodyOf }: Wanted = {},
  ): OperationAnswer {
    const missing = missingIn(operation, response.status)
    if (missing.length > 0) return unanswerable(operation, missing)
    const headers = this.#headers.of(operation, { response, status }, header)
    const problem = unsendable(headers)
    if (problem !== undefined) return { answer: explanation(500, { error: problem }), problem }
    const contents = response.contents.filter(
      content => example === undefined || content.namedExamples?.has(example) === true,
    )
    if (contents.length === 0) return { answer: new WireAnswer(status, headers) }
    // An answer that was asked for comes in the media type it has (RFC 9110, 12.5.1 allows it).
    const usual = accept === undefined || isAsked ? contents[0] : undefined
    const content = accept === undefined ? usual : (acceptedContent(contents, accept) ?? usual)
    if (content === undefined) {
      const offered = contents.map(({ type }) => type)
      const error = 'no documented media type is acceptable'
      return {
        answer: explanation(406, { error, offered }),
        problem: `${operationKey(operation)}: ${error}: ${accept ?? ''} is asked for, and ${offered.join(', ')} offered`,
      }
    }
    const unknown = this.#examples.missingIn(content)
    if (unknown.length > 0) return unanswerable(operation, unknown)
    const type = ['content-type', concreteType(content.type)] as const
    const { bytes, note }: ShownBody =
      bodyOf === undefined ? this.#bodies.shown(operation, content, example) : { bytes: bodyOf(content) }
    return defined({ answer: new WireAnswer(status, [type, ...headers], bytes), note })
  }
}

function findingText({ place = 'request', message }: RequestFinding): string {
  return `${place} ${message}`
}

/** The status of a refusal, and what is as good where that one is documented alone (RFC 9110, 15.5.1, 15.5.16 and 15.5.21). */
const refusals = { 'media-type': [415], syntax: [400, 422], meaning: [422, 400] } as const

/** An answer of an operation, and what is wrong with it or with the request. */
interface OperationAnswer {
  readonly answer: WireAnswer
  readonly problem?: string
  /** A remark on it that somebody should know, though it is no failure. */
  readonly note?: string
}

/** The wanted form of a response, and the parts it has in place of those that the description shows. */
interface Wanted {
  readonly accept?: string
  /** True where the request asked for this answer, and not only for one that it takes. */
  readonly isAsked?: boolean
  readonly example?: string
  readonly header?: (name: string) => string | undefined
  readonly bodyOf?: (content: Content) => Uint8Array
}

function undocumented(operation: Operation, status: number, what: string): OperationAnswer {
  const problem = `${operationKey(operation)} documents ${what}`
  return { answer: explanation(status, { error: problem }), problem }
}

/** The response where the description refers to a part that is not there: nobody knows what would be right. */
function unanswerable(operation: Operation, reasons: readonly string[]): OperationAnswer {
  const problem = `${operationKey(operation)} cannot be answered: ${reasons.join('; ')}`
  return { answer: explanation(501, { error: problem }), problem }
}

/** Which of the documented answers is wanted. */
interface Preference {
  readonly status?: number | undefined
  readonly example?: string | undefined
}

/** `Prefer: code=404, example=unknown` (RFC 7240), as Prism reads it. */
function preferenceOf({ headers }: ReceivedRequest): Preference {
  const preferred = headerValue(headers, 'prefer') ?? ''
  const [, code] = /(?:^|[,;\s])code="?(\d{3})"?(?![^,;\s])/i.exec(preferred) ?? []
  const [, quoted, bare] = /(?:^|[,;\s])example=(?:"([^"]*)"|([^",;\s]+))/i.exec(preferred) ?? []
  const example = quoted ?? bare
  return defined({ status: code === undefined ? undefined : Number(code), example })
}

/** Notes on the parts of a request that are passed over, or taken for granted. */
function notesOf({ body }: Operation, { headers, bytes }: ReceivedRequest): readonly string[] {
  const [code] =
    /(?<=^|[,;\s])code=(?!"?\d{3}"?(?:[,;\s]|$))[^,;]*/i.exec(headerValue(headers, 'prefer') ?? '') ?? []
  const [content] = body?.contents ?? []
  const isUntyped = bytes.length > 0 && headerValue(headers, 'content-type') === undefined
  return [
    ...(code === undefined ? [] : [`Prefer: ${code} is no status, and is passed over`]),
    ...(isUntyped && content !== undefined
      ? [`the body has no content type, and is taken for ${content.type}`]
      : []),
  ]
}

/** A received request, as rules about sent ones look at it. */
function asSent({ method, url, headers, bytes }: ReceivedRequest): Pick<Exchange, 'request' | 'sentBody'> {
  const request = { summary: `${method} ${url}`, method, url: `http://mock${url}`, headers }
  if (bytes.length === 0) return { request }
  return { request: { ...request, body: { text: '', size: bytes.length, truncated: true } }, sentBody: bytes }
}
