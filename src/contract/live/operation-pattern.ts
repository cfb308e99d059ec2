import type { Operation } from '../../api-description/api-description.ts'

/** Whether an operation is meant by `getUser`, `GET /users/{id}`, `/users/*` or a glob of these (`*` stands for anything). */
export function isMeant(operation: Operation, pattern: string): boolean {
  const { method, path, operationId } = operation
  const names = [`${method} ${path}`, path, ...(operationId === undefined ? [] : [operationId])]
  const wanted = expressionOf(methodInCapitals(pattern.trim()))
  return names.some(name => wanted.test(name))
}

function methodInCapitals(pattern: string): string {
  return pattern.replace(/^([a-z]+)\s+(?=[/*])/i, (_, method: string) => `${method.toUpperCase()} `)
}

function expressionOf(glob: string): RegExp {
  const parts = glob.split(/\*+/).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
