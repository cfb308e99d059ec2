import type { Change, ComparedDescription } from '../../model/contract-change.ts'
import { choice, list, object, optional, text, typed, whole } from '../schema.ts'

const place = object({
  document: text('The document'),
  pointer: text('JSON pointer into it'),
  line: optional(whole('Line, from 1')),
})

/** A description that was compared. */
export const comparedSchema = typed<ComparedDescription>(
  object({
    source: text('As it was given'),
    title: text('Title of the API'),
    operations: whole('How many operations it has'),
  }),
)

/** One change from an old description to a new one. */
export const changeSchema = typed<Change>(
  object({
    rule: text('Name of the rule: request-body-became-enum'),
    level: choice(['breaking', 'warning', 'safe'], 'What it means to clients of the old description'),
    operation: optional(text('GET /users/{id}; absent for the API as a whole')),
    operations: optional(list(text('An operation'), 'The first of several operations that it reaches')),
    operationCount: optional(whole('How many these are')),
    part: optional(text('Part of the operation: request body, query parameter limit, response 200')),
    path: optional(text('The way to a value inside the part: /lines/items/sku')),
    reason: text('What changed'),
    before: optional({ ...place, description: 'Where it is written in the old description' }),
    after: optional({ ...place, description: 'Where it is written in the new description' }),
    because: optional(text('Why it is ignored, in the words of the ignore file')),
  }),
)
