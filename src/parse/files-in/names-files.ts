/** True where a text may name files whose contents it compares with or fills in: what reads them is loaded only then. */
export function namesFiles(text: string): boolean {
  return /-file|fill-in/.test(text)
}
