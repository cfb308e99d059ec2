import { endpointRules } from './endpoints.ts'
import type { DescriptionRule } from './rule.ts'
import { descriptionSecurityRules } from './security.ts'
import { securitySchemeRules } from './security-schemes.ts'
import { webhookRules } from './webhooks.ts'

/** The rules about the API as a whole. */
export const descriptionRules: readonly DescriptionRule[] = [
  ...descriptionSecurityRules,
  ...securitySchemeRules,
  ...endpointRules,
  ...webhookRules,
]
