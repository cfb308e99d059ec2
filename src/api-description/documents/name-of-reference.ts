import { unescapePointerPart } from '../../util/json-pointer.ts'

/** The name of what a reference leads to: the last part of its way, or the name of the file. */
export function nameOfReference(reference: string): string {
  const [address = '', fragment = ''] = reference.split('#')
  const last = fragment.split('/').at(-1) ?? ''
  if (last !== '') return unescapePointerPart(last)
  return (address.split('/').at(-1) ?? '').replace(/\.(?:ya?ml|json)$/i, '')
}

/** Names the target of a mapping: a reference, or the name of a component. */
export function nameOfTarget(target: string): string {
  return target.includes('/') || target.includes('#') ? nameOfReference(target) : target
}
