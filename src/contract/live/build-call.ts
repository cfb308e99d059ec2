import { isIgnoredHeader } from '../../api-description/ignored-header.ts'
import type { ApiDescription, Operation, Parameter } from '../../api-description/api-description.ts'
import { bareType } from '../../api-description/find-response.ts'
import { operationKey, pathNames } from '../../api-description/operation-names.ts'
import { literalText } from '../../compile/literal-text.ts'
import { CredentialBook, credentialNames } from '../../api-requests/making/credentials.ts'
import { type RequestMaking, requestOf } from '../../api-requests/making/request-of.ts'
import { successOf } from '../../api-requests/making/validations-of.ts'
import type { SentValue, TriedParameter } from '../../model/contract-check.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { text } from '../../util/read-values.ts'
import { serverPath } from '../../api-requests/matching/find-operation.ts'
import type { NegativeCase } from '../negative/negative-case.ts'
import { AnswerValues } from './answer-values.ts'
import { CallValues, type MadeValue } from './call-values.ts'
import type { ValueSource } from './value-sources.ts'
import { defined } from '../../util/defined.ts'

/** The request that calls an operation. */
export interface OperationCall {
  readonly operation: Operation
  /** As a suite would hold it. */
  readonly step: JsonObject
  /** The values that are sent; of optional parameters only those with a given value. */
  readonly values: readonly MadeValue[]
  /** The optional parameter that this request has more than the plain one of the operation. */
  readonly parameter?: SentValue
  /** Optional parameters of the plain request that no further one is sent for. */
  readonly untried?: readonly TriedParameter[]
  /** The one rule that this request breaks, and the plain one does not. */
  readonly negative?: NegativeCase
}

/** The place the requests go to, and the parts they have beside their own. */
export interface CallSurroundings {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** The host alone, unless the path of the API on it was given: then the servers of single operations say it. */
  readonly host?: string
  /** Names of headers, in lower case, and of query parameters that the settings send with every request. */
  readonly headers: ReadonlySet<string>
  readonly query: ReadonlySet<string>
  /** Gives requests the credentials that they need, as variables; where it is absent the settings have them. */
  readonly credentials?: CredentialBook
}

/** How long an answer that never ends may take before it is given up, in a suite's words. */
const streamTimeout = '3s'

/** Builds the requests of one description. */
export class CallBuilder {
  readonly #values: CallValues
  readonly #making: RequestMaking
  readonly #surroundings: CallSurroundings
  /** Values from the answers so far; a request that is built anew uses them. */
  readonly answers = new AnswerValues()

  constructor(description: ApiDescription, source: ValueSource, surroundings: CallSurroundings) {
    this.#values = new CallValues(description, source, this.answers)
    this.#surroundings = surroundings
    this.#making = {
      description,
      factory: this.#values,
      // Credentials are those of the settings: the description only says which kind is asked for.
      credentials: surroundings.credentials ?? new CredentialBook(description, surroundings.baseUrl),
      shared: undefined,
      taken: new Set(['baseUrl', 'env', ...(surroundings.credentials === undefined ? [] : credentialNames)]),
      spec: undefined,
    }
  }

  /** The request of an operation, or the part of it that no value could be made for; with one optional parameter `more`. */
  build(operation: Operation, more?: Parameter): Result<OperationCall, string> {
    const sent = this.#sentOf(operation, more)
    this.#values.take()
    const { request } = requestOf(sent, this.#making)
    const made = this.#values.take()
    const values = made.filter(value => isSent(value, sent))
    const wrong = values.find(({ complaint, from }) => complaint !== undefined && from !== 'given')
    if (wrong !== undefined) {
      if (wrong.in === 'body' && operation.body?.required !== true)
        return this.build(withoutBody(operation), more)
      return { ok: false, problems: `cannot build a value for ${partName(wrong)}: ${wrong.complaint ?? ''}` }
    }
    const parameter = values.find(value => value.in === more?.in && value.name === more.name)
    const step = this.#stepOf(operation, request.step)
    return { ok: true, value: defined({ operation, step, values, parameter }) }
  }

  /** The request of an operation with other values for some of its parts, whatever their schemas say. */
  buildWith(operation: Operation, values: ValueSource): Result<OperationCall, string> {
    this.#values.instead = values
    try {
      return this.build(operation)
    } finally {
      this.#values.instead = undefined
    }
  }

  /** The parameters that a request has from its values alone, and not from the settings or as credentials. */
  valued(operation: Operation): readonly Parameter[] {
    return this.#sentOf(operation).parameters.filter(
      parameter => !isIgnored(parameter) && !this.#isCredential(parameter),
    )
  }

  /** The request of an operation once more for each optional parameter of which the description gives a value. */
  variants({ operation, step }: OperationCall): {
    readonly calls: readonly OperationCall[]
    readonly untried: readonly TriedParameter[]
  } {
    const calls: OperationCall[] = []
    const untried: TriedParameter[] = []
    for (const parameter of this.valued(operation)) {
      if (parameter.required) continue
      const built = this.#values.isDescribed(operation, parameter)
        ? this.build(operation, parameter)
        : undefined
      if (built?.ok === true && !jsonEqual(built.value.step, step)) calls.push(built.value)
      else untried.push(untriedParameter(parameter, 'the description gives no value'))
    }
    return { calls, untried }
  }

  /** The operation as it is called: what was given is sent, and what the settings send is left to them. */
  #sentOf(operation: Operation, more?: Parameter): Operation {
    const { security, ...rest } = operation
    const described = operation.parameters.filter(parameter => !this.#isOfSettings(operation, parameter))
    const parameters = described.map(parameter =>
      parameter === more || this.#values.isGiven(operation, parameter)
        ? { ...parameter, required: true }
        : parameter,
    )
    const asked = this.#surroundings.credentials === undefined ? undefined : security
    return defined({
      ...rest,
      security: asked,
      servers: [],
      parameters: [...parameters, ...undescribed(operation)],
    })
  }

  #isOfSettings(operation: Operation, parameter: Parameter): boolean {
    const { headers, query } = this.#surroundings
    if (parameter.in === 'query') return query.has(parameter.name)
    if (parameter.in !== 'header') return false
    const name = parameter.name.toLowerCase()
    const isGiven = this.#values.isGiven(operation, parameter)
    return headers.has(name) || (name === 'authorization' && !isGiven)
  }

  /** A made-up key gets a 401, and none is needed beside the credentials of the settings. */
  #isCredential({ in: place, name }: Parameter): boolean {
    return [...this.#making.description.securitySchemes.values()].some(
      scheme => scheme.kind === 'api-key' && scheme.in === place && scheme.name === name,
    )
  }

  #baseOf({ servers: [own] }: Operation): string {
    const { baseUrl, host } = this.#surroundings
    return own === undefined || host === undefined ? baseUrl : `${host}${serverPath(own)}`
  }

  #stepOf(operation: Operation, made: JsonObject): JsonObject {
    const { variables, request, query, headers, auth } = made
    const body = Object.entries(made).filter(([key]) => !keysBesideBody.has(key))
    const url = (text(request) ?? '').replace('{{baseUrl}}', () => this.#baseOf(operation))
    return defined({
      name: literalText(operationKey(operation)),
      variables,
      request: url,
      query,
      headers,
      auth: this.#surroundings.credentials === undefined ? undefined : auth,
      ...Object.fromEntries(body),
      ...(isStream(operation) ? { timeout: streamTimeout } : {}),
    })
  }
}

/** Keys of a step that are not those of its body, whichever kind of body it has. */
export const keysBesideBody: ReadonlySet<string> = new Set([
  'variables',
  'request',
  'query',
  'headers',
  'name',
  'description',
  'tags',
  'validations',
  'auth',
])

/** Headers that belong to the connection. */
const connectionHeaders = new Set(['connection', 'content-length', 'host', 'transfer-encoding'])

function isIgnored(parameter: Parameter): boolean {
  const { in: place, name } = parameter
  return isIgnoredHeader(parameter) || (place === 'header' && connectionHeaders.has(name.toLowerCase()))
}

/** An optional parameter that no request is sent for, as the report keeps it. */
export function untriedParameter(
  { in: place, name }: Pick<TriedParameter, 'in' | 'name'>,
  reason: string,
): TriedParameter {
  return { in: place, name, outcome: 'skipped', reason }
}

function withoutBody(operation: Operation): Operation {
  const { body: _, ...rest } = operation
  return rest
}

function isSent({ in: place, name }: MadeValue, sent: Operation): boolean {
  if (place === 'body') return true
  return sent.parameters.some(one => one.in === place && one.name === name && one.required)
}

/** `query limit`, or `the body`. */
export function partName({ in: place, name }: Pick<SentValue, 'in' | 'name'>): string {
  return place === 'body' ? 'the body' : `${place} ${name}`
}

/** Names in the path that the document does not describe. */
function undescribed({ path, parameters }: Operation): readonly Parameter[] {
  return pathNames(path)
    .filter(name => !parameters.some(one => one.in === 'path' && one.name === name))
    .map(name => ({ name, in: 'path', required: true, style: 'simple', explode: false, examples: [] }))
}

/** True where the answer is a stream that may never end. */
export function isStream(operation: Operation): boolean {
  const success = successOf(operation.responses)
  return success?.contents.some(({ type }) => bareType(type) === 'text/event-stream') === true
}
