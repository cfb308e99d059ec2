/** Bytes of an answer's header lines together: 128 KiB. */
export const headerLimit = 128 * 1024

/** Milliseconds a connection stays open without a request when the server names no time. */
export const idleTimeout = 4000
