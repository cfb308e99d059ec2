import { encodeAround } from '../../curl/read-data.ts'

/** A text of a suite with the placeholders of the clients. */
export function placeholders(text: string): string {
  return (
    text
      .replace(/\\\{\{/g, '{{')
      .replace(/\{\{\s*env\.(\w+)\s*\}\}/g, '{{$$processEnv $1}}')
      .replace(/\{\{\s*\$(?:uuid|randomUUID)\s*\}\}/g, '{{$$guid}}')
      .replace(/\{\{\s*\$isoTimestamp\s*\}\}/g, '{{$$datetime iso8601}}')
      // The clients leave the end of a range out.
      .replace(/\{\{\s*\$randomInt\s*\}\}/g, '{{$$randomInt 0 1000}}')
      .replace(
        /\{\{\s*\$randomInt\s+(-?\d+)\s+(-?\d+)\s*\}\}/g,
        (_, least: string, most: string) => `{{$randomInt ${least} ${Number(most) + 1}}}`,
      )
  )
}

/** The same for a name or a value of a URL; placeholders stay. */
export function encoded(text: string): string {
  return encodeAround(placeholders(text), /(\{\{[^{}]*\}\})/)
}
