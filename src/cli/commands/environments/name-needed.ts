/** The message when the name is lacking. */
export const nameNeeded = ['a name', 'apitest environments lists them.'] as const
