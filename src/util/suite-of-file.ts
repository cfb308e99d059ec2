import { existsSync } from 'node:fs'

/** The name that one of the suites in a file has: `buy.arazzo.yaml#sign-in`. */
export function suiteOfFile(file: string, name: string): string {
  return `${file}#${name}`
}

/** True for a suite that is one of those in a file. */
export function isSuiteOfFile(part: string, file: string): boolean {
  return part.startsWith(`${file}#`)
}

/** The file that is there, for one of the suites in it. */
export function fileOfSuite(part: string): string {
  const ends = [...part.matchAll(/#/g)].map(({ index }) => index).reverse()
  const place = [part.length, ...ends].map(end => part.slice(0, end)).find(existsSync)
  return place ?? part
}
