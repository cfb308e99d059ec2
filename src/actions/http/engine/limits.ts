/** Bytes a decompressed response body may have when a step looks at it: 64 MiB. */
export const bodyLimit = 64 * 1024 * 1024

/** Bytes kept of a body nobody looks at: enough for a report. */
export const unreadBodyLimit = 16 * 1024

/** Bytes of an answer's header lines together: 128 KiB. */
export const headerLimit = 128 * 1024

/** Milliseconds a connection stays open without a request when the server names no time. */
export const idleTimeout = 4000

/** Longest time that timers can take, in milliseconds: about 24 days. */
export const longestTimeout = 2 ** 31 - 1
