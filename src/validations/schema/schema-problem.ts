/** Thrown inside the reading of a schema for what is wrong with it; the schema library turns it into a value. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaProblem'
  }
}
