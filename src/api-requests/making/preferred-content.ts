import type { Content } from '../../api-description/api-description.ts'
import { bareType, isJsonType } from '../../api-description/find-response.ts'

/** The media type that a request is made in: JSON, else a form, a multipart form, a text, or the first there is. */
export function preferredContent(contents: readonly Content[]): Content | undefined {
  const order: readonly ((type: string) => boolean)[] = [
    type => type === 'application/json',
    isJsonType,
    type => type === '*/*' || type === 'application/*',
    type => type === 'application/x-www-form-urlencoded',
    type => type === 'multipart/form-data',
    type => type.startsWith('multipart/'),
    type => type === 'text/plain',
    type => type.startsWith('text/'),
    type => /xml$/.test(type),
  ]
  const wanted = order.find(isKind => contents.some(({ type }) => isKind(bareType(type))))
  return contents.find(({ type }) => wanted?.(bareType(type)) ?? true)
}
