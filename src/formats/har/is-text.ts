/** Whether a recorded text is text, and not bytes that a recorder wrote as if they were. */
export function isText(text: string): boolean {
  return !/\ufffd|(?![\t\n\v\f\r])\p{Cc}/u.test(text)
}
