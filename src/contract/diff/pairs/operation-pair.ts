import type {
  ApiDescription,
  Content,
  HeaderDescription,
  Operation,
  Parameter,
  ResponseDescription,
} from '../../../api-description/api-description.ts'
import type { LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { bareType } from '../../../api-description/find-response.ts'
import { isIgnoredHeader } from '../../../api-description/ignored-header.ts'
import { mapping } from '../../../util/read-values.ts'
import { type Match, matchBy } from './match-by.ts'
import { OperationLocations } from './operation-locations.ts'
import { isWiderType } from './is-wider-type.ts'

/** An operation of one of the descriptions. */
export interface OperationSide {
  readonly description: ApiDescription
  readonly operation: Operation
  readonly locations: OperationLocations
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
  readonly parameters: Match<Parameter>
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
  const locations = new OperationLocations(description, operation)
  return { description, operation, locations, written: locations.operation }
}

/**
 * Parameters of the same place and name. Names of headers ignore case; those of the path mean nothing to callers, so
 * these belong together by the order in which the path has them.
 */
function matchParameters(before: Operation, after: Operation): Match<Parameter> {
  const isRead = (parameter: Parameter): boolean => !isIgnoredHeader(parameter)
  const left = before.parameters.filter(isRead).map(parameter => ({ parameter, path: before.path }))
  const right = after.parameters.filter(isRead).map(parameter => ({ parameter, path: after.path }))
  const match = matchBy(left, right, ({ parameter, path }) => keyOf(parameter, path))
  return {
    both: match.both.map(pair => ({ before: pair.before.parameter, after: pair.after.parameter })),
    added: match.added.map(({ parameter }) => parameter),
    removed: match.removed.map(({ parameter }) => parameter),
  }
}

function keyOf({ in: place, name }: Parameter, path: string): string {
  if (place === 'header') return `header ${name.toLowerCase()}`
  if (place !== 'path') return `${place} ${name}`
  const index = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, written]) => written === name)
  return index === -1 ? `path ${name}` : `path ${index}`
}

/**
 * The media types of both sides. Where Swagger 2 says none, JSON is only assumed: it counts as what the other side has.
 */
function assumedTypes(
  keyword: 'consumes' | 'produces',
  before: OperationSide,
  after: OperationSide,
  old: readonly Content[],
  fresh: readonly Content[],
): readonly [readonly Content[], readonly Content[]] {
  const [guessed, other] = [isAssumed(keyword, before), isAssumed(keyword, after)]
  if (guessed === other) return [old, fresh]
  return guessed ? [likeThose(old, fresh), fresh] : [old, likeThose(fresh, old)]
}

function isAssumed(keyword: string, { description, written }: OperationSide): boolean {
  return (
    description.version === '2.0' &&
    ![written.value, mapping(description.root.root)].some(holder => Object.hasOwn(holder, keyword))
  )
}

function likeThose(assumed: readonly Content[], others: readonly Content[]): readonly Content[] {
  const [content] = assumed
  const isJson = content?.type === 'application/json'
  if (content === undefined || !isJson || others.length === 0) return assumed
  return others.map(({ type }) => ({ ...content, type }))
}

/**
 * Media types by their name without parameters; of those left, one belongs to another that is more general:
 * `application/*` or `application/json` for `application/hal+json`.
 */
function matchContents(before: readonly Content[], after: readonly Content[]): Match<Content> {
  const exact = matchBy(before, after, ({ type }) => bareType(type))
  const wider = exact.removed.flatMap(old => {
    const partner = exact.added.find(({ type }) => isWiderType(type, old.type) || isWiderType(old.type, type))
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
