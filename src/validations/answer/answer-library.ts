import type { ApiDescription, Content, Operation } from '../../api-description/api-description.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import {
  bareType,
  contentFor,
  isJsonType,
  operationNamed,
  responseFor,
} from '../../api-description/find-response.ts'
import { jsonSchemaOf } from '../../api-description/json-schema/json-schema-of.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { readJson } from '../../extracts/select-target.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { reasonOf } from '../../util/reason-of.ts'
import type { ValidateValue } from '../schema/schema-message.ts'
import { numbersAsSent } from '../numbers-as-sent.ts'
import { createValidator } from '../schema/validator.ts'
import { SchemaProblem } from '../schema/schema-problem.ts'
import { undocumentedStatus, undocumentedType } from './undocumented.ts'

/** What an API description says of an answer: places in its body that are wrong, or why none could be looked at. */
export type AnswerVerdict =
  | { readonly kind: 'judged'; readonly messages: ReturnType<ValidateValue> }
  | { readonly kind: 'refused'; readonly reason: string }

/** The API descriptions of one run, each read once, and the schemas of their answers, each compiled once. */
export class AnswerLibrary {
  readonly #descriptions = new Map<string, Promise<Result<ApiDescription>>>()
  readonly #validators = new Map<Content, Result<ValidateValue, string>>()

  /** Holds an answer against the schema that an operation documents for its status and media type. */
  async judge(spec: string, operationName: string, exchange: Exchange): Promise<AnswerVerdict> {
    const description = await this.#description(spec)
    if (!description.ok) return refused(description.problems[0]?.message ?? 'it cannot be read')
    const operation = operationNamed(description.value.operations, operationName)
    if (operation === undefined) return refused(`it has no operation ${operationName}`)
    return this.#judgeAs(operation, description.value, exchange)
  }

  #description(spec: string): Promise<Result<ApiDescription>> {
    const known = this.#descriptions.get(spec) ?? loadDescription(spec, readLocalFile)
    this.#descriptions.set(spec, known)
    return known
  }

  #judgeAs(
    operation: Operation,
    description: ApiDescription,
    { response, request }: Exchange,
  ): AnswerVerdict {
    if (typeof response.status !== 'number') return refused('the answer has no HTTP status')
    const documented = responseFor(operation, response.status)
    if (documented === undefined) return refused(undocumentedStatus(operation, response.status))
    const mayBeEmpty = request.method === 'HEAD' || [204, 205, 304].includes(response.status)
    const isEmpty = response.body.size === 0
    if (documented.contents.length === 0 || (isEmpty && mayBeEmpty)) return right
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    const content =
      type === undefined ? likeliest(documented.contents) : contentFor(documented.contents, type)
    if (content === undefined) return refused(undocumentedType(documented, type ?? ''))
    const judged = bodyAs(type ?? content.type, response.body)
    if (judged.kind === 'none' || content.schema === undefined) return right
    if (judged.kind === 'wrong')
      return { kind: 'judged', messages: [{ pointer: '/', message: `expected JSON, got ${judged.instead}` }] }
    const validate = this.#validator(content, description)
    return validate.ok
      ? { kind: 'judged', messages: validate.value(judged.value) }
      : refused(validate.problems)
  }

  #validator(content: Content, description: ApiDescription): Result<ValidateValue, string> {
    const known = this.#validators.get(content) ?? compile(content, description)
    this.#validators.set(content, known)
    return known
  }
}

const right: AnswerVerdict = { kind: 'judged', messages: [] }

function refused(reason: string): AnswerVerdict {
  return { kind: 'refused', reason }
}

function compile({ schema: place }: Content, description: ApiDescription): Result<ValidateValue, string> {
  if (place === undefined) return { ok: true, value: () => [] }
  const { schema, unresolved } = jsonSchemaOf(description, place, 'response')
  const [missing] = unresolved
  if (missing !== undefined)
    return { ok: false, problems: `the reference ${missing.reference} leads nowhere: ${missing.reason}` }
  try {
    return { ok: true, value: createValidator(schema, '2020-12', true) }
  } catch (error) {
    if (!(error instanceof SchemaProblem) && !(error instanceof RangeError)) throw error
    return { ok: false, problems: `its schema cannot be used: ${reasonOf(error)}` }
  }
}

/** What an answer without a media type is taken for. */
function likeliest(contents: readonly Content[]): Content | undefined {
  return contents.find(({ type }) => isJsonType(type)) ?? contents[0]
}

type JudgedBody =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'wrong'; readonly instead: string }
  /** Bytes, XML and the like, which no schema can look at. */
  | { readonly kind: 'none' }

function bodyAs(type: string, body: Exchange['response']['body']): JudgedBody {
  if (bareType(type) === 'text/plain') return { kind: 'value', value: body.text() }
  if (!isJsonType(type)) return { kind: 'none' }
  const document = readJson(body)
  if (!document.found) return { kind: 'wrong', instead: document.instead }
  return { kind: 'value', value: numbersAsSent(document.value, body.text()) }
}
