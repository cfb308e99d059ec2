/** The global object, under a name that stays when the sandbox takes away all others. */
export const globals: object = globalThis

/** Answers a function that removes what scripts have left in the global object since. */
export function rememberGlobals(): () => void {
  const known = new Set<string | symbol>(Reflect.ownKeys(globals))
  return () => {
    for (const key of Reflect.ownKeys(globals)) if (!known.has(key)) Reflect.deleteProperty(globals, key)
  }
}
