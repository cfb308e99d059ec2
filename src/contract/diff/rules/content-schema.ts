import { presenceRules } from './presence.ts'

/** `contentSchema`: a schema for the content of a text. */
export const contentSchemaRules = presenceRules(
  'contentSchema',
  'content-schema',
  'a schema for the content of a text',
)
