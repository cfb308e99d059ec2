import { parameterExistenceRules } from './parameters.ts'
import { responseRules } from './responses.ts'
import { requestBodyRules } from './request-bodies.ts'
import type { OperationRule } from './rule.ts'

/** The rules about operations that both descriptions have, but for their schemas. */
export const operationRules: readonly OperationRule[] = [
  ...parameterExistenceRules,
  ...requestBodyRules,
  ...responseRules,
]
