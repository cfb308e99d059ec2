import type { JsonObject } from '../model/json.ts'
import { type DocumentPath, pathTo } from '../model/span.ts'
import { isObject } from '../util/is-json.ts'
import { list } from '../util/read-values.ts'

/** Shows every step of a list as it is written, sound or not, and those of groups, each with its place. */
export function eachWrittenStep(
  written: unknown,
  at: DocumentPath,
  look: (step: JsonObject, path: DocumentPath) => void,
): void {
  const steps = list(written)
  for (let index = 0; index < steps.length; index++) {
    const one = steps[index]
    if (!isObject(one)) continue
    const path = pathTo(at, index)
    look(one, path)
    if (one['steps'] !== undefined) eachWrittenStep(one['steps'], [...path, 'steps'], look)
  }
}
