import type { ApiDescription, BrokenOperation, Operation } from '../../api-description/api-description.ts'
import { namesOfOperation } from '../../api-description/operation-names.ts'
import type { NotCalled } from '../../model/contract-check.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { literalPattern } from '../../patterns/index.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { defined } from '../../util/defined.ts'

/** Operations that are called at most unless more is asked for (the mission's "Limits"). */
export const usualCap = 50

/** Optional parameters that are tried at most unless more is asked for: so many requests come on top. */
export const usualParameterCap = 200

/** Which operations are called. */
export interface OperationChoice {
  /** Tags of which an operation has to have one; all when empty. */
  readonly tags: readonly string[]
  /** Patterns of which one has to mean an operation; all when empty. */
  readonly operations: readonly string[]
  readonly exclude: readonly string[]
  readonly includeWrites: boolean
  readonly maxOperations: number
  /** Optional parameters that get a request of their own, in all. */
  readonly maxParameters: number
}

/** An operation that is not called, and why. */
export interface LeftOperation {
  readonly operation: Operation
  readonly kind: NotCalled
  readonly reason: string
}

/** The operations that are called, and those that are not. */
export interface SelectedOperations {
  /** In the order they are called in: reads, writes, and DELETE last. */
  readonly chosen: readonly Operation[]
  readonly left: readonly LeftOperation[]
}

/** Methods that change nothing (RFC 9110 section 9.2.1, and QUERY). */
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY'])

/** True where calling an operation changes nothing. */
export function isRead({ method }: Operation): boolean {
  return reads.has(method)
}

/** Chooses the operations to call. The cap is not counted here: what cannot be built must not use it up. */
export function selectOperations(
  operations: readonly Operation[],
  choice: OperationChoice,
): SelectedOperations {
  const chosen: Operation[] = []
  const left: LeftOperation[] = []
  for (const operation of operations) {
    const why = whyLeft(operation, choice)
    if (why === undefined) chosen.push(operation)
    else left.push({ operation, ...why })
  }
  return { chosen: [...chosen].sort((a, b) => turnOf(a) - turnOf(b)), left }
}

/** A word of the choice that chooses nothing. */
export interface IdleChoice {
  /** With the option it was given to: `--tag Users`. */
  readonly option: string
  readonly reason: string
  /** The choice that was probably meant. */
  readonly hint?: string
}

/**
 * Words of the choice that choose nothing. Where nothing is chosen at all, only those that fit no operation: each
 * operation says which of the others left it out. Operations that cannot be read are reported elsewhere, too.
 */
export function idleChoices(
  { operations, broken }: Pick<ApiDescription, 'operations' | 'broken'>,
  { chosen, left }: SelectedOperations,
  choice: OperationChoice,
): readonly IdleChoice[] {
  const tags = new Set(operations.flatMap(operation => operation.tags))
  const names = operations.flatMap(namesOfOperation)
  const fits = (pattern: string): boolean =>
    operations.some(operation => isMeant(operation, pattern)) ||
    broken.some(({ method = 'GET', path }) => isMeant({ method, path }, pattern))
  const unfit = (option: string, pattern: string): IdleChoice =>
    defined({
      option: `${option} ${pattern}`,
      reason: 'no operation is meant by it',
      hint: didYouMean(pattern, names),
    })
  const idleTags = choice.tags
    .filter(tag => !tags.has(tag))
    .map(tag =>
      defined({ option: `--tag ${tag}`, reason: 'no operation has that tag', hint: didYouMean(tag, tags) }),
    )
  const idleOperations = choice.operations.flatMap((pattern): readonly IdleChoice[] => {
    if (!fits(pattern)) return [unfit('--operation', pattern)]
    if (chosen.length === 0 || chosen.some(operation => isMeant(operation, pattern))) return []
    const meant = left.find(({ operation }) => isMeant(operation, pattern))
    return meant === undefined ? [] : [{ option: `--operation ${pattern}`, reason: meant.reason }]
  })
  const idleExclusions = choice.exclude
    .filter(pattern => !fits(pattern))
    .map(pattern => unfit('--exclude', pattern))
  return [...idleTags, ...idleOperations, ...idleExclusions]
}

/**
 * True where a check that is complete would have called an operation that cannot be read; a method that is absent may be
 * any.
 */
export function wouldBeCalled(
  { method = 'GET', path }: BrokenOperation,
  { tags, operations, exclude, includeWrites }: OperationChoice,
): boolean {
  const named = { method, path }
  return (
    tags.length === 0 &&
    (operations.length === 0 || operations.some(pattern => isMeant(named, pattern))) &&
    !exclude.some(pattern => isMeant(named, pattern)) &&
    (includeWrites || reads.has(method))
  )
}

function turnOf(operation: Operation): number {
  if (isRead(operation)) return 0
  return operation.method === 'DELETE' ? 2 : 1
}

function whyLeft(
  operation: Operation,
  { tags, operations, exclude, includeWrites }: OperationChoice,
): Omit<LeftOperation, 'operation'> | undefined {
  if (tags.length > 0 && !operation.tags.some(tag => tags.includes(tag)))
    return { kind: 'filtered', reason: 'it has none of the tags' }
  if (operations.length > 0 && !operations.some(pattern => isMeant(operation, pattern)))
    return { kind: 'filtered', reason: 'no --operation means it' }
  if (exclude.some(pattern => isMeant(operation, pattern)))
    return { kind: 'filtered', reason: '--exclude means it' }
  if (!requestMethods.includes(operation.method))
    return { kind: 'method', reason: `requests have no method ${operation.method}` }
  if (!isRead(operation) && !includeWrites)
    return { kind: 'writes', reason: 'it may change data, and --include-writes is not set' }
  return undefined
}

/** True where an operation is meant by `getUser`, `GET /users/{id}`, `/users/*` or a glob of these (`*` matches anything). */
function isMeant(operation: Pick<Operation, 'method' | 'path' | 'operationId'>, pattern: string): boolean {
  const names = [...namesOfOperation(operation), operation.path]
  const wanted = expressionOf(methodInCapitals(pattern.trim()))
  return names.some(name => wanted.test(name))
}

function methodInCapitals(pattern: string): string {
  return pattern.replace(/^([a-z]+)\s+(?=[/*])/i, (_, method: string) => `${method.toUpperCase()} `)
}

function expressionOf(glob: string): RegExp {
  const parts = glob.split(/\*+/).map(literalPattern)
  return new RegExp(`^${parts.join('.*')}$`)
}
