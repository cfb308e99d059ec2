import type { Problem } from '../model/problem.ts'
import type { ApiDescription } from './api-description.ts'
import type { OutdatedWord } from './documents/loaded-document.ts'

/**
 * Warnings of words that a description of OpenAPI 3.1 has from 3.0, where they say nothing by the text of 3.1: many
 * documents that were made from older ones have them, and mean them. One for each word. `spec` is what the document is called.
 */
export function outdatedWords(spec: string, { version, documents }: ApiDescription): readonly Problem[] {
  if (version !== '3.1') return []
  const found = new Map<OutdatedWord['keyword'], OutdatedWord[]>()
  for (const word of documents.outdated.toReversed())
    found.set(word.keyword, [...(found.get(word.keyword) ?? []), word])
  return [...found].map(([keyword, [first, ...others]]): Problem => {
    const place = first === undefined ? '' : documents.placeOf(first.at, [keyword])
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return {
      code: 'malformed-description',
      severity: 'warning',
      message: `${spec}: "${keyword}: true" is not of OpenAPI 3.1, and is taken as in 3.0: ${place}${more}`,
      hint: hints[keyword],
    }
  })
}

const hints: Readonly<Record<OutdatedWord['keyword'], string>> = {
  nullable: 'Write `type: [string, "null"]`.',
  exclusiveMinimum: 'Write the bound itself, `exclusiveMinimum: 0`, in place of `minimum`.',
  exclusiveMaximum: 'Write the bound itself, `exclusiveMaximum: 9`, in place of `maximum`.',
}
