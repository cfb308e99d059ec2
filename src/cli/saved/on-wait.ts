import { oneLine } from '../../report/text/printable.ts'
import { printAside } from '../print.ts'

/** Tells that a URL is waited for, beside the output. */
export function onWait(url: string): void {
  printAside(`waiting for ${oneLine(url)}\n`)
}
