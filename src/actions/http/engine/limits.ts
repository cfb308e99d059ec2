/** Bytes of an answer's header lines together: 128 KiB. */
export const headerLimit = 128 * 1024

/** Interim answers (1xx) before the final one: more are no honest answer. */
export const interimLimit = 100

/** Milliseconds a connection stays open without a request when the server names no time. */
export const idleTimeout = 4000
