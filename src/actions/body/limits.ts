/** Bytes a received body may have when a step looks at it: 64 MiB. */
export const bodyLimit = 64 * 1024 * 1024

/** Bytes kept of a body that is not read: enough for a report. */
export const unreadBodyLimit = 16 * 1024
