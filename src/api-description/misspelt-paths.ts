import { nearMiss } from '../util/did-you-mean.ts'
import { isObject } from '../util/is-json.ts'
import type { ApiDescription } from './api-description.ts'

/** `Did you mean "paths" in place of "path"?` where a description without operations has nearly that word. */
export function misspeltPaths({ root: { root } }: ApiDescription): string | undefined {
  if (!isObject(root) || Object.hasOwn(root, 'paths')) return undefined
  const written = Object.keys(root).find(key => nearMiss(key, ['paths']) !== undefined)
  return written === undefined ? undefined : `Did you mean "paths" in place of "${written}"?`
}
