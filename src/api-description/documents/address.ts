/** A reference made absolute; undefined when it is no address. */
export function absoluteAddress(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href
  } catch {
    return undefined
  }
}

/** The part before `#`, and the decoded part behind it. */
export function splitAddress(address: string): [document: string, fragment: string] {
  const hash = address.indexOf('#')
  if (hash === -1) return [address, '']
  return [address.slice(0, hash), decodeFragment(address.slice(hash + 1))]
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
