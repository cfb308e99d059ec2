import type { JsonObject } from '../model/json.ts'
import { nearMiss } from '../util/did-you-mean.ts'
import type { DescriptionVersion } from './api-description.ts'
import { noSuchWord } from './json-schema/keyword-faults.ts'

/** Parts of a description whose words are known; parameters and headers of Swagger 2 are schemas themselves. */
export type PartKind = 'operation' | 'request body' | 'response' | 'media type' | 'header' | 'parameter'

/** Words of each part: those that something is judged by, and others. */
const words: Readonly<Record<PartKind, readonly [judging: readonly string[], others: readonly string[]]>> = {
  operation: [
    ['parameters', 'requestBody', 'responses'],
    [
      ...['tags', 'summary', 'description', 'externalDocs', 'operationId', 'callbacks', 'deprecated'],
      ...['security', 'servers', 'consumes', 'produces', 'schemes'],
    ],
  ],
  'request body': [['content', 'required'], ['description']],
  response: [
    ['content', 'headers', 'schema'],
    ['summary', 'description', 'links', 'examples'],
  ],
  'media type': [
    ['schema', 'itemSchema'],
    ['example', 'examples', 'encoding', 'prefixEncoding', 'itemEncoding'],
  ],
  header: [
    ['required', 'schema', 'content'],
    [
      ...['description', 'deprecated', 'allowEmptyValue', 'style', 'explode', 'allowReserved'],
      ...['example', 'examples'],
    ],
  ],
  parameter: [
    ['name', 'in', 'required', 'schema', 'content', 'style', 'explode'],
    ['description', 'deprecated', 'allowEmptyValue', 'allowReserved', 'example', 'examples'],
  ],
}

/** A word that a part has in place of one that something would be judged by. */
export interface StrangeWord {
  readonly word: string
  /** Why, as a fragment. */
  readonly reason: string
  /** The word that was probably meant. */
  readonly meant: string
}

/** Words of a part that nearly are others, or are of the other version of OpenAPI; extensions are none. */
export function strangeWords(
  part: JsonObject,
  kind: PartKind,
  version: DescriptionVersion,
): readonly StrangeWord[] {
  const [judging, others] = words[kind]
  const known = [...judging, ...others]
  return Object.keys(part).flatMap((word): readonly StrangeWord[] => {
    const elsewhere = foreign(word, part, kind, version)
    if (elsewhere !== undefined) return [elsewhere]
    if (known.includes(word) || word.length < 3 || /^(?:x-|\$)/i.test(word)) return []
    const meant = nearMiss(word, known)
    if (meant === undefined || !judging.includes(meant)) return []
    return [
      {
        word,
        meant,
        reason: noSuchWord(`word of ${kind === 'operation' ? 'an' : 'a'} ${kind}`, word, meant),
      },
    ]
  })
}

/** A body that is described as the other version of OpenAPI does it, and not as this one does. */
function foreign(
  word: string,
  part: JsonObject,
  kind: PartKind,
  version: DescriptionVersion,
): StrangeWord | undefined {
  const isSwagger = version === '2.0'
  const reason = (meant: string) => `it says nothing in ${isSwagger ? 'Swagger 2' : 'OpenAPI 3'}; ${meant}`
  if (kind === 'operation' && word === 'requestBody' && isSwagger)
    return { word, meant: word, reason: reason('a body is a parameter there') }
  if (kind !== 'response') return undefined
  if (word === 'schema' && !isSwagger && !Object.hasOwn(part, 'content'))
    return { word, meant: 'content', reason: reason('it belongs to a media type in `content`') }
  if (word === 'content' && isSwagger && !Object.hasOwn(part, 'schema'))
    return { word, meant: 'schema', reason: reason('write `schema`') }
  return undefined
}
