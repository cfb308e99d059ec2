import type { Operation } from '../../api-description/api-description.ts'
import { namesOfOperation } from '../../api-description/operation-names.ts'
import { literalPattern } from '../../patterns/index.ts'

/** Whether an operation is meant by `getUser`, `GET /users/{id}`, `/users/*` or a glob of these (`*` stands for anything). */
export function isMeant(
  operation: Pick<Operation, 'method' | 'path' | 'operationId'>,
  pattern: string,
): boolean {
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
