import type { SchemaRule } from './rule.ts'
import { valueChange } from './value-change.ts'

/** The rules for the content of a text, and its encoding. */
export const contentRules: readonly SchemaRule[] = [
  {
    id: '{place}-content-media-type-changed',
    isAgreed: true,
    request: 'breaking',
    response: 'breaking',
    description: 'A text holds another media type',
    find: pair => valueChange(pair, 'contentMediaType', 'the media type of the content'),
  },
  {
    id: '{place}-content-encoding-changed',
    isAgreed: true,
    request: 'breaking',
    response: 'breaking',
    description: 'A text is encoded in another way',
    find: pair => valueChange(pair, 'contentEncoding', 'the encoding of the content'),
  },
]
