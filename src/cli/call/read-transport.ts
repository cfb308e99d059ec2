import { misused, type Part } from '../../parse/argument-part.ts'
import { typed } from '../../curl/remarks.ts'
import { readTransport as readOptions } from '../../curl/read-transport.ts'
import type { CallArguments } from './call-options.ts'
import { curlOptionsOf } from './curl-options-of.ts'

/** Reads the options that say how the request travels. */
export function readTransport(given: CallArguments): Part {
  if (given.http2 === true && given['http1.1'] === true)
    return misused('--http2 and --http1.1 are two versions')
  return typed(readOptions(curlOptionsOf(given)))
}
