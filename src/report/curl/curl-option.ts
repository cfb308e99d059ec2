/** An option of curl with its value, both as they stand in the shell. */
export type CurlOption = readonly string[]
