import type { HeaderList } from '../../model/exchange.ts'
import { version } from '../../util/version.ts'
import type { ActionContext } from '../action.ts'
import { correlationOf } from '../correlation.ts'
import type { Address } from './address.ts'
import type { PreparedBody } from './body/prepared-body.ts'
import { acceptedCodings } from './engine/decoder.ts'
import type { HeaderSources } from './header-lines.ts'

/** The parts of a request that its header lines are made from. */
interface Headed {
  readonly address: Address
  /** The header line that says who sends it. */
  readonly credentials: HeaderList[number] | undefined
  readonly body: PreparedBody | undefined
}

/** All header lines of a request in the order they are sent, as far as they are known before it is sent. */
export function requestHeaders(sources: HeaderSources, headed: Headed, context: ActionContext): HeaderList {
  const lines = mergeHeaders(sources, headed.credentials, headed.body?.contentType)
  return withCorrelation(withFraming(lines, sources, headed), context)
}

/** The lines with the run's id, unless they say one themselves. */
function withCorrelation(lines: HeaderList, { settings, runId }: ActionContext): HeaderList {
  const correlation = correlationOf(settings, runId)
  if (correlation === undefined) return lines
  const { header, id } = correlation
  const isSet = lines.some(([name]) => name.toLowerCase() === header.toLowerCase())
  return isSet ? lines : [...lines, [header, id]]
}

/** The lines with those around them that say where the message goes and how long it is, unless they are there already. */
function withFraming(
  lines: HeaderList,
  { own, shared }: HeaderSources,
  { address, body }: Headed,
): HeaderList {
  const isSaid = (name: string): boolean => own.names.has(name) || shared.names.has(name)
  const all = isSaid('host') ? [...lines] : [['host', address.host] as const, ...lines]
  if (body !== undefined && !isSaid('content-length')) all.push(['content-length', String(body.preview.size)])
  return all
}

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
function mergeHeaders(
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
