import type { HeaderList } from '../../../model/exchange.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** The request with these header lines, in place of those of the same names. */
export function withHeaders(request: PreparedRequest, lines: HeaderList): PreparedRequest {
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  const others = request.record.headers.filter(([name]) => !names.has(name.toLowerCase()))
  return withLines(request, [...others, ...lines])
}

/** The request without the header of that name, in lower case. */
export function withoutHeader(request: PreparedRequest, name: string): PreparedRequest {
  const others = request.record.headers.filter(([line]) => line.toLowerCase() !== name)
  return withLines(request, others)
}

function withLines(request: PreparedRequest, headers: HeaderList): PreparedRequest {
  return {
    ...request,
    wire: { ...request.wire, headers: headers.flat() },
    record: { ...request.record, headers },
  }
}

/** The request with the time that is left of its own since `started`, on the clock of `monotonicTime()`. */
export function withTimeLeft(request: PreparedRequest, started: number): PreparedRequest {
  return { ...request, wire: { ...request.wire, timeout: timeLeft(request, started) } }
}

/** The milliseconds that are left of a request's time; at least one, so that it ends for the right reason. */
export function timeLeft({ wire }: PreparedRequest, started: number): number {
  return Math.max(wire.timeout - (monotonicTime() - started), 1)
}
