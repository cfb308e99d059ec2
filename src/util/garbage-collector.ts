/**
 * V8's own collector, of what is young or of everything. V8 shows it only to a context made while it is asked to; does
 * nothing where there is none.
 */
export function garbageCollector(of: 'young' | 'all'): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  const call = of === 'young' ? "gc({ type: 'minor' })" : 'gc()'
  const collector = `typeof gc === 'function' ? () => ${call} : () => undefined`
  const collect = runInNewContext(collector) as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}
