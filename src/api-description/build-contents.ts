import { property, text } from '../util/read-values.ts'
import type { Content, DescriptionVersion, FieldEncoding } from './api-description.ts'
import type { Located } from './documents/loaded-document.ts'
import { examplesOf, namedExamplesOf } from './examples-of.ts'
import { inside, type Reading } from './reading.ts'
import { styleOf } from './styles.ts'
import { defined } from '../util/defined.ts'

/** The media types that OpenAPI 3 lists under `content`. */
export function buildContents(
  content: Located | undefined,
  place: string,
  reading: Reading,
  version: DescriptionVersion,
): readonly Content[] {
  return reading.members(content, place).flatMap(([type, located]) => {
    const mediaType = reading.object(located, `${place} ${type}`)
    if (mediaType === undefined) return []
    reading.words(mediaType, 'media type', `${place} ${type}`, version)
    return [
      defined({
        type: type.trim(),
        schema: reading.schema(mediaType, `${place} ${type}`, version),
        examples: examplesOf(mediaType, reading),
        namedExamples: namedExamplesOf(mediaType, reading),
        encoding: buildEncoding(inside(mediaType, 'encoding'), `${place} ${type} encoding`, reading),
      }),
    ]
  })
}

function buildEncoding(
  located: Located | undefined,
  place: string,
  reading: Reading,
): ReadonlyMap<string, FieldEncoding> {
  return new Map(
    reading.members(located, place).flatMap(([field, member]) => {
      const value = reading.object(member, `${place} of ${field}`)?.value
      if (value === undefined) return []
      const explode = property(value, 'explode')
      const encoding = defined({
        contentType: text(property(value, 'contentType'))?.split(',')[0]?.trim(),
        style: styleOf(property(value, 'style')),
        explode: typeof explode === 'boolean' ? explode : undefined,
      })
      return [[field, encoding] as const]
    }),
  )
}
