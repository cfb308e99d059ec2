/** The name that one of the suites in a file has: `buy.arazzo.yaml#sign-in`. */
export function suiteOfFile(file: string, name: string): string {
  return `${file}#${name}`
}

/** True for a suite that is one of those in a file. */
export function isSuiteOfFile(part: string, file: string): boolean {
  return part.startsWith(`${file}#`)
}
