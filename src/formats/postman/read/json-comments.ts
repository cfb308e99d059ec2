/** JSON text without the comments that Postman lets people write into it; what stands around them stays. */
export function withoutComments(json: string): string {
  if (!json.includes('//') && !json.includes('/*')) return json
  return json.replace(
    /("(?:[^"\\]|\\[^])*(?:"|$))|\/\/[^\n]*|\/\*[^]*?\*\//g,
    (_, text?: string) => text ?? '',
  )
}
