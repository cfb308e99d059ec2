import type { Schema } from './answers.ts'

/** The path parameter `:id` of a record with a number. */
export function idParameter(kind: string, example = 1): Schema {
  return {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 1, description: `Number of the ${kind}.`, examples: [example] },
    },
  }
}

/** The type of such a parameter in a handler: `app.get<IdParameter>(...)`. */
export interface IdParameter {
  Params: { id: number }
}
