import type { Result } from '../../model/problem.ts'
import type { Pairs } from '../../compile/named-values.ts'
import { readTextArgument } from './read-text-argument.ts'

/** Reads --data-urlencode as curl does: `name=value`, `value`, `=value`, `name@FILE` or `@FILE`. A name may be empty. */
export async function readEncodedFields(written: readonly string[]): Promise<Result<Pairs>> {
  const pairs: [string, string][] = []
  for (const text of written) {
    const [, name = '', sign, value = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? ['', '', '=', text]
    const content = sign === '=' ? value : await readTextArgument('--data-urlencode', `@${value}`)
    if (typeof content !== 'string' && !content.ok) return content
    pairs.push([name, typeof content === 'string' ? content : content.value])
  }
  return { ok: true, value: pairs }
}

/** A field as it stands in a URL-encoded text; one without a name is its value alone. Placeholders stay what they are. */
export function encodeField([name, value]: Pairs[number]): string {
  return new URLSearchParams([[name, value]])
    .toString()
    .replace(/^=/, '')
    .replace(/%7B%7B.*?%7D%7D/g, decodeURIComponent)
}
