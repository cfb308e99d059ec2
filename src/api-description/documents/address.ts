/** A reference made absolute; undefined when it is no address. */
export function absoluteAddress(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href
  } catch {
    return undefined
  }
}

/**
 * Why what a reference in the document at `base` names is never read. Undefined for what may be read: URLs, and from a file
 * other files by a relative path. An absolute path is no part of a description that people share: it names whatever lies
 * there on the machine of whoever reads it.
 */
export function whyRefused(reference: string, base: string): string | undefined {
  const address = absoluteAddress(reference, base)
  if (address === undefined) return 'it is no address'
  if (/^https?:/.test(address)) return undefined
  if (!address.startsWith('file:')) return 'only files and URLs of http and https are read'
  const isRelative = base.startsWith('file:') && !/^(?:file:|[/\\])/i.test(reference.trim())
  return isRelative ? undefined : relativeOnly
}

/** Why a file is not read that a document names. */
export const relativeOnly = 'a file is read only by a relative path'

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
