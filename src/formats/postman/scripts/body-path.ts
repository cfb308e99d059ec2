import { isPlainPath } from '../../../json-path/index.ts'

/** The way from the root of the body to a value in it. */
export type BodyPath = readonly (string | number)[]

const plainName = /^[A-Za-z_][\w]*$/

/** A way through the body as a JSONPath; undefined where there is none that is plain, or braces would mean a placeholder. */
export function bodyPathText(path: BodyPath): string | undefined {
  const text = '$' + path.map(segmentText).join('')
  return isPlainPath(text) && !text.includes('{{') ? text : undefined
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`
  if (plainName.test(segment)) return `.${segment}`
  return segment.includes("'") ? `["${segment}"]` : `['${segment}']`
}

const inherited = new Set(
  [Object, Array, String, Number, Boolean].flatMap(type => Object.getOwnPropertyNames(type.prototype)),
)

/** True where lists, texts or any value at all have a member of this name in JavaScript, though JSON does not. */
export function isInherited(name: string | number): boolean {
  return inherited.has(String(name))
}

const inheritedByAll = new Set(Object.getOwnPropertyNames(Object.prototype))

/** True where every object has a member of this name in JavaScript. */
export function isInheritedByAll(name: string | number): boolean {
  return inheritedByAll.has(String(name))
}

/** True where `path` leads through `through`, or just to it. */
export function leadsThrough(path: BodyPath, through: BodyPath): boolean {
  return through.length <= path.length && through.every((segment, index) => path[index] === segment)
}
