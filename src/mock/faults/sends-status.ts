import type { FaultName } from '../../model/mock.ts'

/**
 * True where the client of an answer with this fault gets its status. Over HTTP/2, where a connection is shared, faults
 * of it that do not go wrong behind the headers send nothing at all.
 */
export function sendsStatus(fault: FaultName, isHttp2: boolean): boolean {
  return isHttp2
    ? /-body$|-gzip$|^bad-text$|^reset-after-headers$/.test(fault)
    : !/^(?:close|reset|stall)(?:-within-headers)?$|^(?:no-http|bad-status)$/.test(fault)
}
