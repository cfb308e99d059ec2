/** Calls that are kept; the newest ones. docs/history.md names these limits. */
export const historyLimit = 500

/** Characters that are kept of a body, of a URL and of a reason. */
export const textLimit = 4096

/** Characters that are kept of a header's value. */
export const headerLimit = 1024

/** Headers that are kept of a request or an answer. */
export const headersLimit = 100
