/** Thrown where it takes more than there is to know a value; made once, as it is often so. */
export const unknown = new Error('unknown')

/** Objects of which nothing is known but that they are there. */
const opaque = new WeakSet<object>()

/** An object that is there, and of which nothing else is known. */
export function opaqueObject(): object {
  const object = {}
  opaque.add(object)
  return object
}

/** True where a value is one of which only is known that it is an object. */
export function isOpaque(value: unknown): boolean {
  return typeof value === 'object' && value !== null && opaque.has(value)
}
