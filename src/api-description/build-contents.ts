import { optional, property, text } from '../util/read-values.ts'
import type { Content, DescriptionVersion, FieldEncoding } from './api-description.ts'
import type { Located } from './documents/loaded-document.ts'
import { examplesOf } from './examples-of.ts'
import { inside, type Reading } from './reading.ts'
import { styleOf } from './styles.ts'

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
      {
        type: type.trim(),
        ...optional('schema', reading.schema(mediaType, `${place} ${type}`, version)),
        examples: examplesOf(mediaType, reading),
        encoding: buildEncoding(inside(mediaType, 'encoding'), `${place} ${type} encoding`, reading),
      },
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
      const encoding = {
        ...optional('contentType', text(property(value, 'contentType'))?.split(',')[0]?.trim()),
        ...optional('style', styleOf(property(value, 'style'))),
        ...optional('explode', typeof explode === 'boolean' ? explode : undefined),
      }
      return [[field, encoding] as const]
    }),
  )
}
