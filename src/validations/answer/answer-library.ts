import { whenLoaded } from '../../util/lazy-part.ts'
import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { responseFor } from '../../api-description/find-response.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { operationNamed, whyUnread } from '../../api-description/operation-names.ts'
import { unreadableAnswer } from '../../api-description/unreadable-parts.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Result } from '../../model/problem.ts'
import { isUrl } from '../../util/is-url.ts'
import type { ValidateValue } from '../schema/schema-message.ts'
import { bodyAs, contentOfAnswer, isRightlyEmpty, typeOfAnswer } from './answer-body.ts'
import { SchemaReader } from './schema-reader.ts'
import { undocumentedBody, undocumentedStatus, undocumentedType } from './undocumented.ts'

/** The verdict of an API description on a response: places in its body that are wrong, or why none could be looked at. */
export type AnswerVerdict =
  | { readonly kind: 'judged'; readonly messages: ReturnType<ValidateValue> }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads the description at a URL. */
export type ReadSpec = (spec: string) => Promise<Result<ApiDescription>>

/** The API descriptions of one run, each read once, and the schemas of their answers, each compiled once. */
export class AnswerLibrary {
  readonly #readUrl: ReadSpec
  readonly #descriptions = new Map<string, Promise<Result<ApiDescription>>>()
  readonly #readers = new Map<ApiDescription, SchemaReader>()

  /** `readUrl` reads what is at a URL; without it nothing is fetched. */
  constructor(readUrl: ReadSpec = spec => loadDescription(spec, readLocalFile)) {
    this.#readUrl = readUrl
  }

  /** Holds an answer against the schema that an operation documents for its status and media type. */
  async judge(spec: string, operationName: string, exchange: Exchange): Promise<AnswerVerdict> {
    const description = await this.#description(spec)
    if (!description.ok) return refused(description.problems[0]?.message ?? 'it cannot be read')
    const { operations, broken } = description.value
    const operation = operationNamed(operations, operationName)
    if (operation === undefined)
      return refused(whyUnread(broken, operationName) ?? `it has no operation ${operationName}`)
    return whenLoaded(() => this.#judgeAs(operation, description.value, exchange))
  }

  #description(spec: string): Promise<Result<ApiDescription>> {
    const known =
      this.#descriptions.get(spec) ??
      (isUrl(spec) ? this.#readUrl(spec) : loadDescription(spec, readLocalFile))
    this.#descriptions.set(spec, known)
    return known
  }

  #judgeAs(operation: Operation, description: ApiDescription, exchange: Exchange): AnswerVerdict {
    const { response } = exchange
    if (typeof response.status !== 'number') return refused('the answer has no HTTP status')
    const documented = responseFor(operation, response.status)
    const [unreadable] = unreadableAnswer(operation, response.status)
    if (unreadable !== undefined) return refused(unreadable)
    if (documented === undefined) return refused(undocumentedStatus(operation, response.status))
    const unexpected = undocumentedBody(documented, exchange)
    if (unexpected !== undefined) return refused(unexpected)
    if (documented.contents.length === 0 || isRightlyEmpty(exchange)) return right
    const type = typeOfAnswer(exchange)
    const content = contentOfAnswer(documented.contents, type)
    if (content === undefined) return refused(undocumentedType(documented, type ?? ''))
    const judged = bodyAs(type ?? content.type, response.body)
    if (judged.kind === 'none' || content.schema === undefined) return right
    if (judged.kind === 'wrong')
      return { kind: 'judged', messages: [{ pointer: '/', message: `expected JSON, got ${judged.instead}` }] }
    const schema = this.#reader(description).read(content.schema, 'response')
    return schema.ok
      ? { kind: 'judged', messages: schema.value.validate(judged.value) }
      : refused(schema.problems)
  }

  #reader(description: ApiDescription): SchemaReader {
    const known = this.#readers.get(description) ?? new SchemaReader(description)
    this.#readers.set(description, known)
    return known
  }
}

const right: AnswerVerdict = { kind: 'judged', messages: [] }

function refused(reason: string): AnswerVerdict {
  return { kind: 'refused', reason }
}
