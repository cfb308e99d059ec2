import { endpointRules } from './endpoints.ts'
import type { DescriptionRule } from './rule.ts'

/** The rules about the API as a whole. */
export const descriptionRules: readonly DescriptionRule[] = [...endpointRules]
