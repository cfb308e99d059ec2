import type { JsonValue } from '../../model/json.ts'
import type { CollectionPart } from './collection-part.ts'
import { kindOf } from './read-parts.ts'

export function isMessage({ document }: CollectionPart): boolean {
  return ['websocket', 'grpc'].includes(kindOf(document))
}

/** Items that suites have no word for, in a file that holds others, too: where each stands, and what it is. */
export function othersIn({ parts = [] }: CollectionPart): readonly JsonValue[] {
  return parts.flatMap((part, position) =>
    isOther(part) && part.text === undefined ? [{ position, document: part.document }] : [],
  )
}

/** Modules and applications, which send nothing. */
export function isOther({ document, parts }: CollectionPart): boolean {
  return parts === undefined && !['http', 'graphql', 'websocket', 'grpc'].includes(kindOf(document))
}
