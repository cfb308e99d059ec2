/** When each part of connecting ended, on the clock of `monotonicTime()`. */
export interface ConnectTimes {
  /** Absent for an address that needed no look-up. */
  lookedUp?: number
  /** With a proxy, when it had opened the way. */
  connected?: number
  /** Absent without TLS. */
  secured?: number
}
