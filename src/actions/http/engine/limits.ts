/** Bytes of an answer's header lines together: 128 KiB. */
export const headerLimit = 128 * 1024

/** Bytes of an answer's chunk extensions together: 16 KiB. */
export const extensionLimit = 16 * 1024

/** Interim answers (1xx) before the final one: more are no honest answer. */
export const interimLimit = 100

/** Milliseconds a connection stays open without a request when the server names no time. */
export const idleTimeout = 4000

/** Milliseconds a connection stays open without a request at most, whatever the server says. */
export const longestIdle = 600_000

/** Milliseconds by which a connection is given up before the server does it: a request may be on its way for as long. */
export const idleMargin = 2000
