/**
 * The modules that the SDK asks its surroundings for (`@modelcontextprotocol/server/_shims`), put in the place of its
 * own by scripts/build.mjs.
 */
export { default as process } from 'node:process'

/** Tool inputs are checked by `inputProblems`, and answers to questions by the gate: the SDK is given no schema to check by. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('The SDK was given a schema.')
  }
}
