import type { ApiDescription, Content, Direction, Operation } from '../../api-description/api-description.ts'
import { contentFor, isJsonType, responseFor } from '../../api-description/find-response.ts'
import { outdatedWords } from '../../api-description/outdated-words.ts'
import { unreadableAnswer, unreadableBody } from '../../api-description/unreadable-parts.ts'
import {
  namesOfOperation,
  operationKey,
  operationNamed,
  whyUnread,
} from '../../api-description/operation-names.ts'
import { errorProblem, type Problem, refusal, type Result } from '../../model/problem.ts'
import { unreadable } from '../convert/read-source.ts'
import { closest } from '../../util/did-you-mean.ts'
import { listed } from '../../util/listed.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { undocumentedStatus } from '../../validations/answer/undocumented.ts'
import type { ValidateValue } from '../../validations/schema/schema-message.ts'

/** A schema with the words for where it stands. */
export interface NamedSchema {
  readonly against: string
  readonly validate: ValidateValue
  /** The warnings about the description. */
  readonly warnings: readonly Problem[]
}

/** Which of the bodies of an operation is meant. */
export interface BodyChoice {
  /** The document, as it was named. */
  readonly spec: string
  readonly direction: Direction
  readonly status?: number
  readonly contentType?: string
}

/** The schema that a description has for a body of an operation, or why there is none. */
export function documentedSchema(
  description: ApiDescription,
  name: string,
  choice: BodyChoice,
): Result<NamedSchema> {
  const operation = operationNamed(description.operations, name)
  const { spec, direction } = choice
  if (operation === undefined) return unknownOperation(description, name, spec)
  const place = placeOf(operation, choice)
  if (!place.ok) return unreadOrUndocumented(place.problems, `${spec} ${name}`)
  const { content, what } = place.value
  const against = `${what} of ${operationKey(operation)} in ${spec}`
  if (content.schema === undefined) return unreadable(`there is no schema for ${against}`)
  const schema = new SchemaReader(description).read(content.schema, direction)
  const warnings = outdatedWords(spec, description)
  return schema.ok
    ? { ok: true, value: { against, validate: schema.value.validate, warnings } }
    : unreadable(`${against}: ${schema.problems}`)
}

function unknownOperation({ operations, broken }: ApiDescription, name: string, spec: string): Result<never> {
  const reason = whyUnread(broken, name)
  if (reason !== undefined) return unreadable(`${spec}: ${reason}`)
  const meant = closest(name, operations.flatMap(namesOfOperation))
  const problem = errorProblem({
    code: 'unknown-operation',
    message: `${spec} has no operation ${name}`,
    hint: meant === undefined ? 'Name an operationId, or METHOD /path.' : `Did you mean "${meant}"?`,
  })
  return { ok: false, problems: [problem] }
}

/** Why a body has no place in a description: it cannot be read there, or the description has none such. */
interface NoPlace {
  readonly reason: string
  readonly isUndocumented: boolean
}

function unreadOrUndocumented({ reason, isUndocumented }: NoPlace, where: string): Result<never> {
  if (!isUndocumented) return unreadable(`${where}: ${reason}`)
  const hint = 'Choose one of them with --status and --content-type.'
  const message = `${where}: ${reason}`
  return refusal(errorProblem({ code: 'nothing-selected', message, hint }))
}

interface DocumentedPlace {
  readonly content: Content
  /** `status 200`, `the request`. */
  readonly what: string
}

function placeOf(operation: Operation, choice: BodyChoice): Result<DocumentedPlace, NoPlace> {
  const { direction, contentType } = choice
  if (direction === 'request') {
    const [unreadable] = unreadableBody(operation)
    if (unreadable !== undefined)
      return { ok: false, problems: { reason: unreadable, isUndocumented: false } }
    return contentOf(operation.body?.contents ?? [], 'the request', contentType)
  }
  const success = operation.responses.find(({ status }) => status.startsWith('2')) ?? operation.responses[0]
  const response = choice.status === undefined ? success : responseFor(operation, choice.status)
  const status = choice.status ?? (response === undefined ? 200 : Number(response.status.replace('XX', '00')))
  const [unreadable] = unreadableAnswer(operation, status)
  if (unreadable !== undefined) return { ok: false, problems: { reason: unreadable, isUndocumented: false } }
  if (response === undefined) return undocumented(undocumentedStatus(operation, status))
  return contentOf(response.contents, `status ${response.status}`, contentType)
}

function contentOf(
  contents: readonly Content[],
  what: string,
  contentType: string | undefined,
): Result<DocumentedPlace, NoPlace> {
  const content =
    contentType === undefined
      ? contents.find(({ type }) => isJsonType(type))
      : contentFor(contents, contentType)
  if (content !== undefined) return { ok: true, value: { content, what } }
  const types = listed(contents.map(({ type }) => type))
  return undocumented(`${what} has no content of ${contentType ?? 'JSON'}; it documents ${types}`)
}

function undocumented(reason: string): Result<never, NoPlace> {
  return { ok: false, problems: { reason, isUndocumented: true } }
}
