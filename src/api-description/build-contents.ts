import { isObject } from '../util/is-json.ts'
import { optional, property, text } from '../util/read-values.ts'
import type { Content, FieldEncoding } from './api-description.ts'
import type { Located } from './documents/loaded-document.ts'
import { examplesOf } from './examples-of.ts'
import { inside, type Reading } from './reading.ts'
import { styleOf } from './styles.ts'

/** The media types that OpenAPI 3 lists under `content`. */
export function buildContents(
  content: Located | undefined,
  place: string,
  reading: Reading,
): readonly Content[] {
  return reading.members(content, place).flatMap(([type, located]) => {
    const mediaType = reading.object(located, `${place} ${type}`)
    if (mediaType === undefined) return []
    return [
      {
        type: type.trim(),
        ...optional('schema', inside(mediaType, 'schema')),
        examples: examplesOf(mediaType, reading),
        encoding: buildEncoding(inside(mediaType, 'encoding')),
      },
    ]
  })
}

function buildEncoding(located: Located | undefined): ReadonlyMap<string, FieldEncoding> {
  if (located === undefined || !isObject(located.value)) return new Map()
  return new Map(
    Object.entries(located.value).flatMap(([field, value]) => {
      if (!isObject(value)) return []
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
