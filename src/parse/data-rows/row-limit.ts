/** How many data rows run: by default, and at most on request. */
export const rowLimit = { usual: 100, maximum: 1000 } as const
