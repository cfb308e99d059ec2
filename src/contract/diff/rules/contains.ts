import { presenceRules } from './presence.ts'

/** `contains`: a schema that an item must match. */
export const containsRules = presenceRules('contains', 'contains', 'a schema that an item must match')
