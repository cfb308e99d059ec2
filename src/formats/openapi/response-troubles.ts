import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { JsonSchemas } from '../../api-description/json-schema/json-schemas.ts'
import type { Trouble } from './parameters-of.ts'

/** Finds references in schemas of answers that lead nowhere: no answer can be held against them. */
export class ResponseTroubles {
  readonly #schemas: JsonSchemas

  constructor(description: ApiDescription) {
    this.#schemas = new JsonSchemas(description, 'response')
  }

  /** What is to be reported of the answers of an operation. */
  of({ responses }: Operation): readonly Trouble[] {
    return responses.flatMap(({ status, contents }) =>
      contents
        .filter(({ type }) => isJsonType(type))
        .flatMap(({ schema }) => (schema === undefined ? [] : this.#schemas.at(schema).unresolved))
        .map(({ reference, reason }) => ({
          what: `reference ${reference} of response ${status}`,
          why: reason,
        })),
    )
  }
}
