import type { BrokenOperation, Operation } from './api-description.ts'

/** `GET /users/{id}`: what an operation is known by, as no other of its document has both. */
export function operationKey({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Every name that an operation goes by: its `operationId`, and its method and path. */
export function namesOfOperation(
  operation: Pick<Operation, 'method' | 'path' | 'operationId'>,
): readonly string[] {
  const { operationId } = operation
  return [...(operationId === undefined ? [] : [operationId]), operationKey(operation)]
}

/** The operation of an `operationId`, or of `METHOD /path` where several share it or none has it. */
export function operationNamed(operations: readonly Operation[], name: string): Operation | undefined {
  return (
    operations.find(({ operationId }) => operationId === name) ??
    operations.find(operation => operationKey(operation) === name)
  )
}

/** Why the operation of a name is not among the others, where its path is one that cannot be read. */
export function whyUnread(broken: readonly BrokenOperation[], name: string): string | undefined {
  const found = broken.find(
    ({ method, path }) => name === path || name === operationKey({ method: method ?? '', path }),
  )
  const ofPath = broken.find(({ method, path }) => method === undefined && name.endsWith(` ${path}`))
  const reason = (found ?? ofPath)?.reason
  return reason === undefined ? undefined : `the description is malformed: ${name}: ${reason}`
}

/** The name `operationNamed` finds an operation by: its id where no other has the same. */
export function nameOfOperation(operations: readonly Operation[], operation: Operation): string {
  const { operationId } = operation
  const isShared = operationId === undefined || sharedIds(operations).has(operationId)
  return isShared ? operationKey(operation) : operationId
}

const sharedIdsOf = new WeakMap<readonly Operation[], ReadonlySet<string>>()

/** The ids that several operations have. */
function sharedIds(operations: readonly Operation[]): ReadonlySet<string> {
  const known = sharedIdsOf.get(operations)
  if (known !== undefined) return known
  const [met, shared] = [new Set<string>(), new Set<string>()]
  for (const { operationId } of operations)
    if (operationId !== undefined) (met.has(operationId) ? shared : met).add(operationId)
  sharedIdsOf.set(operations, shared)
  return shared
}

/** The names that stand in braces in a path: `id` in `/users/{id}`. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** A path as collections go by it: without the slash at its end. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '')
}
