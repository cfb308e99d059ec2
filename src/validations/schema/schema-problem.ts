import type { DocumentPath } from '../../model/span.ts'

/** Thrown inside the reading of a schema for what is wrong with it; the schema library turns it into a value. */
export class SchemaProblem extends Error {
  /** Where in the schema, when that is known. */
  readonly path?: DocumentPath

  constructor(message: string, path?: DocumentPath) {
    super(message)
    if (path !== undefined) this.path = path
    this.name = 'SchemaProblem'
  }
}
