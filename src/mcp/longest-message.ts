/** Bytes of a message that is read, whatever carries it: a file of 20 MB to attach, in base64, has room in it. */
export const longestMessage = 32 * 1024 * 1024
