import { operationTextRules } from './operation-texts.ts'
import { parameterWritingRules } from './parameter-writing.ts'
import { parameterExistenceRules } from './parameters.ts'
import { requestBodyRules } from './request-bodies.ts'
import { responseContentRules } from './response-contents.ts'
import { responseHeaderRules } from './response-headers.ts'
import { responseRules } from './responses.ts'
import type { OperationRule } from './rule.ts'
import { operationSecurityRules } from './security.ts'

/** The rules about operations that both descriptions have, but for their schemas. */
export const operationRules: readonly OperationRule[] = [
  ...operationSecurityRules,
  ...parameterExistenceRules,
  ...parameterWritingRules,
  ...requestBodyRules,
  ...responseRules,
  ...responseContentRules,
  ...responseHeaderRules,
  ...operationTextRules,
]
