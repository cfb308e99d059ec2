import type { Host } from '../../operations/operation.ts'
import { oneLine } from '../../report/text/printable.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { printAside } from '../print.ts'

/** Shows, beside the output, that a URL is waited for. */
export const showFetching: NonNullable<Host['progress']> = event => {
  if (event.type === 'fetching') printAside(`waiting for ${oneLine(maskUrlCredentials(event.url))}\n`)
}
