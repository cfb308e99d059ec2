/** Why a body cannot be saved under a name that is filled in, as the rest of a sentence; undefined where it can. */
export function wrongSavedName(name: string): string | undefined {
  const parts = name.split('/')
  if (/^[/\\]|^[A-Za-z]:|\\/.test(name) || parts.includes('..'))
    return 'stays in its folder: write a name such as report.pdf, or reports/may.pdf'
  if (/[\p{Cc}<>:"|?*]/u.test(name)) return 'has characters that names of files cannot have on every machine'
  if (parts.some(part => part === '' || part === '.' || /[. ]$/.test(part))) return 'is no name of a file'
  return parts.some(part => Buffer.byteLength(part) > 200) ? 'is too long for the name of a file' : undefined
}
