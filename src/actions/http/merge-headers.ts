import type { HeaderList } from '../../model/exchange.ts'
import { version } from '../../util/version.ts'
import { acceptedCodings } from './engine/decoder.ts'
import type { HeaderSources } from './header-lines.ts'

type Line = readonly [name: string, value: string]

/** Sent with every request unless something else sets or leaves out the same header. */
const defaults: HeaderList = [
  ['user-agent', `apitest/${version}`],
  ['accept', '*/*'],
  ['accept-encoding', acceptedCodings],
]

/**
 * The header lines of a request, in the order they are sent: defaults, those of the settings, credentials, the body's
 * type, and the step's own. A later one takes the place of an earlier one of the same name, in any case of letters.
 */
export function mergeHeaders(
  { own, shared }: HeaderSources,
  credentials: Line | undefined,
  contentType: string | undefined,
): HeaderList {
  const lines: Line[] = []
  for (const line of defaults) if (!shared.names.has(line[0]) && !own.names.has(line[0])) lines.push(line)
  const credentialsName = credentials?.[0].toLowerCase()
  for (const line of shared.lines) {
    const name = line[0].toLowerCase()
    if (!own.names.has(name) && name !== credentialsName && !(name === 'content-type' && contentType))
      lines.push(line)
  }
  if (credentials !== undefined) lines.push(credentials)
  if (contentType !== undefined && !own.names.has('content-type')) lines.push(['content-type', contentType])
  lines.push(...own.lines)
  return lines
}
