/** Why a body cannot be saved under a name that is filled in, as the rest of a sentence; undefined where it can. */
export function wrongSavedName(name: string): string | undefined {
  const parts = name.split('/')
  if (/^[/\\]|^[A-Za-z]:|\\/.test(name) || parts.includes('..'))
    return 'stays in its folder: write a name such as report.pdf, or reports/may.pdf'
  if (/[\p{Cc}<>:"|?*]/u.test(name)) return 'has characters that names of files cannot have on every machine'
  if (parts.some(part => part === '' || part === '.' || /[. ]$/.test(part))) return 'is no name of a file'
  if (parts.some(isDeviceName)) return 'is a device of Windows, and no file there'
  return parts.some(part => Buffer.byteLength(part) > 200) ? 'is too long for the name of a file' : undefined
}

/** The message for a name that contains a secret. */
export const secretName = 'the name is made of a secret, and everybody sees the names of files'

/** True where Windows takes a name for a device, whatever it ends with: `con`, `aux.txt`. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)
}
