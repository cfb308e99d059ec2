import type { PactPart } from './pact.ts'

/** The lines of the header that names the type of a body, whatever the case of its name; undefined where there is none. */
export function contentTypeLines(headers: PactPart['headers']): readonly string[] | undefined {
  return [...headers].find(([name]) => name.toLowerCase() === 'content-type')?.[1]
}
