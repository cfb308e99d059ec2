import type { JsonValue } from '../../model/json.ts'
import { commerce } from './commerce.ts'
import { common } from './common.ts'
import { finance } from './finance.ts'
import { images } from './images.ts'
import { internet } from './internet.ts'
import { lorem } from './lorem.ts'
import { people } from './people.ts'
import { rangeOf } from './ranges.ts'
import { places } from './places.ts'
import { withRandom } from './random.ts'
import { systems } from './systems.ts'
import { words } from './words.ts'

/** All names of https://learning.postman.com/docs/tests-and-scripts/write-scripts/variables-list/, and `$uuid`. */
const generators = new Map<string, () => JsonValue>(
  [common, people, places, internet, images, finance, commerce, systems, words, lorem].flatMap(group =>
    Object.entries(group),
  ),
)

/** True where the name, `$` included, is one of the built-in variables. */
export function isBuiltIn(name: string): boolean {
  return generators.has(name)
}

/** True for those, and for one with a range behind it, such as `$randomInt 1 6`, which Postman has not. */
export function isMade(name: string): boolean {
  return generators.has(name) || typeof rangeOf(name) === 'function'
}

/** Every built-in name, `$` included. */
export function builtInNames(): readonly string[] {
  return [...generators.keys()]
}

/** A new value of a built-in variable, or `undefined` when there is none of this name. */
export function generateBuiltIn(name: string, random?: () => number): JsonValue | undefined {
  const range = generators.has(name) ? undefined : rangeOf(name)
  const generator = typeof range === 'function' ? range : generators.get(name)
  return random === undefined || generator === undefined ? generator?.() : withRandom(random, generator)
}
