import path from 'node:path'

/** True where a source is a URL of the web, and no file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** A source that is named in a file of `folder`: a URL stays, and a path counts from there. */
export function sourceFrom(folder: string, source: string): string {
  return isUrl(source) ? source : path.resolve(folder, source)
}
