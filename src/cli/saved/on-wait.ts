import { oneLine } from '../../report/text/printable.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { printAside } from '../print.ts'

/** Tells that a URL is waited for, beside the output. */
export function onWait(url: string): void {
  printAside(`waiting for ${oneLine(maskUrlCredentials(url))}\n`)
}
