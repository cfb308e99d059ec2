/** True where a source is a URL of the web, and no file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}
