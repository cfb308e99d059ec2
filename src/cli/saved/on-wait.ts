import { oneLine } from '../../report/text/printable.ts'

/** Tells that a URL is waited for, beside the output. */
export function onWait(url: string): void {
  process.stderr.write(`waiting for ${oneLine(url)}\n`)
}
