import type {
  ApiDescription,
  Content,
  HeaderDescription,
  Operation,
  ResponseDescription,
} from '../../../api-description/api-description.ts'
import type { LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { bareType } from '../../../api-description/find-response.ts'
import { type Match, matchBy } from './match-by.ts'
import { assumedTypes } from './assumed-types.ts'
import { standsFor } from './stands-for.ts'
import { matchParameters, type ParameterMatch } from './match-parameters.ts'
import { OperationSpots } from './operation-spots.ts'

/** An operation of one of the descriptions. */
export interface OperationSide {
  readonly description: ApiDescription
  readonly operation: Operation
  readonly spots: OperationSpots
  /** As written. */
  readonly written: LocatedObject
}

/** An operation that both descriptions have, with the parts of it that belong together. */
export interface OperationPair {
  /** `GET /users/{id}`, as the new description writes it. */
  readonly name: string
  readonly before: OperationSide
  readonly after: OperationSide
  /** Old names of security schemes by their new ones. */
  readonly schemes: ReadonlyMap<string, string>
  readonly parameters: ParameterMatch
  readonly contents: Match<Content>
  readonly responses: Match<ResponseDescription>
}

export function pairOperations(
  before: ApiDescription,
  after: ApiDescription,
  old: Operation,
  fresh: Operation,
  schemes: ReadonlyMap<string, string>,
): OperationPair {
  const [one, other] = [sideOf(before, old), sideOf(after, fresh)]
  return {
    name: `${fresh.method} ${fresh.path}`,
    before: one,
    after: other,
    schemes,
    parameters: matchParameters(old, fresh),
    contents: matchContents(
      ...assumedTypes('consumes', one, other, old.body?.contents ?? [], fresh.body?.contents ?? []),
    ),
    responses: matchResponses(old.responses, fresh.responses),
  }
}

function sideOf(description: ApiDescription, operation: Operation): OperationSide {
  const spots = new OperationSpots(description, operation)
  return { description, operation, spots, written: spots.operation }
}

/**
 * Media types by their name without parameters; of those left, one belongs to another that stands for it:
 * `application/*` or `application/json` for `application/hal+json`.
 */
function matchContents(before: readonly Content[], after: readonly Content[]): Match<Content> {
  const exact = matchBy(before, after, ({ type }) => bareType(type))
  const wider = exact.removed.flatMap(old => {
    const partner = exact.added.find(({ type }) => standsFor(type, old.type) || standsFor(old.type, type))
    return partner === undefined ? [] : [{ before: old, after: partner }]
  })
  return {
    both: [...exact.both, ...wider],
    added: exact.added.filter(one => !wider.some(({ after }) => after === one)),
    removed: exact.removed.filter(one => !wider.some(({ before }) => before === one)),
  }
}

/** The media types of an answer that belong together. */
export function matchAnswers(
  { before, after }: OperationPair,
  old: ResponseDescription,
  fresh: ResponseDescription,
): Match<Content> {
  const known = matchedAnswers.get(old)?.get(fresh)
  if (known !== undefined) return known
  const match = matchContents(...assumedTypes('produces', before, after, old.contents, fresh.contents))
  matchedAnswers.set(
    old,
    (matchedAnswers.get(old) ?? new Map<ResponseDescription, Match<Content>>()).set(fresh, match),
  )
  return match
}

/** Many rules ask for the same. */
const matchedAnswers = new WeakMap<ResponseDescription, Map<ResponseDescription, Match<Content>>>()

/** Names of headers ignore case. */
export function matchHeaders(
  before: readonly HeaderDescription[],
  after: readonly HeaderDescription[],
): Match<HeaderDescription> {
  const named = (headers: readonly HeaderDescription[]) =>
    headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
  return matchBy(named(before), named(after), ({ name }) => name.toLowerCase())
}

/** Statuses by their name; one alone belongs to the range around it where that has no other partner. */
function matchResponses(
  before: readonly ResponseDescription[],
  after: readonly ResponseDescription[],
): Match<ResponseDescription> {
  const exact = matchBy(before, after, ({ status }) => status)
  const ranged = exact.removed.flatMap(old => {
    const partner = exact.added.find(
      fresh => covers(fresh.status, old.status) || covers(old.status, fresh.status),
    )
    return partner === undefined ? [] : [{ before: old, after: partner }]
  })
  return {
    both: [...exact.both, ...ranged],
    added: exact.added.filter(one => !ranged.some(({ after }) => after === one)),
    removed: exact.removed.filter(one => !ranged.some(({ before }) => before === one)),
  }
}

function covers(range: string, status: string): boolean {
  return range.endsWith('XX') && range.slice(0, 1) === status.slice(0, 1)
}
