import type { Operation } from './api-description.ts'

/** `GET /users/{id}`: what an operation is known by, as no other of its document has both. */
export function operationKey({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Every name that an operation goes by: its `operationId`, and its method and path. */
export function namesOfOperation(operation: Operation): readonly string[] {
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

/** The name `operationNamed` finds an operation by: its id where no other has the same. */
export function nameOfOperation(operations: readonly Operation[], operation: Operation): string {
  const { operationId } = operation
  const same = operations.filter(other => other.operationId === operationId)
  return operationId === undefined || same.length > 1 ? operationKey(operation) : operationId
}
