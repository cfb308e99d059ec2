import type { Translation } from './translation.ts'

/** What is known of the collection that a script belongs to. */
export interface ScriptSurroundings {
  /** Variables that only ever hold text, so that comparing with them strictly is comparing text. */
  readonly texts?: ReadonlySet<string>
}

/**
 * Turns what a script of Postman says into validations, extracts and variables of the suite language, where the verdict
 * is the same whatever the answer is (docs/postman-scripts.md). `phase` says whether it runs before the request or
 * after the answer. What cannot be said stays in `rest`. Never throws: a script that cannot be read stays whole.
 */
export function translateScript(
  source: string,
  _phase: 'before' | 'after',
  _surroundings: ScriptSurroundings = {},
): Translation {
  return { validations: [], extracts: {}, variables: {}, rest: source, statements: [] }
}
