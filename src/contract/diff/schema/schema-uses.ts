import type { Parameter } from '../../../api-description/api-description.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isCollection } from '../../../util/is-json.ts'
import { bareType } from '../../../api-description/find-response.ts'
import type { SchemaPlace, SchemaUse, SourceLocation } from '../rules/rule.ts'
import type { Conjunction } from '../shape/shape.ts'
import { matchAnswers, matchHeaders, type OperationPair } from '../pairs/operation-pair.ts'
import { parameterPart, responsePart } from '../pairs/part-names.ts'
import { jsonEqual } from '../../../util/json-equal.ts'

/** A schema of an operation, before and after, with what it is the schema of. */
export interface UsedSchema {
  readonly part: { readonly operation: string; readonly name: string }
  /** Its number among all uses. */
  readonly order: number
  readonly before: Conjunction
  readonly after: Conjunction
  readonly use: SchemaUse
  readonly places: { readonly root: SchemaPlace; readonly inside: SchemaPlace }
  /** True where it belongs to a header of requests. */
  readonly isHeader?: boolean
  /** Where the part is written. */
  readonly locations: { readonly before: SourceLocation; readonly after: SourceLocation }
}

/** Every schema that operations have before and after, but for those that say the same in the same words. */
export function schemaUses(pairs: readonly OperationPair[]): readonly UsedSchema[] {
  return pairs
    .flatMap(pair => {
      const uses = [...parameterUses(pair), ...bodyUses(pair), ...responseUses(pair)]
      const meansTheSame = pair.before.description.version === pair.after.description.version
      return meansTheSame ? uses.filter(use => !areSame(use.before, use.after)) : uses
    })
    .map((use, order) => ({ ...use, order }))
}

/** True where schemas are written the same, and refer to nothing that may have changed. */
function areSame([before]: Conjunction, [after]: Conjunction): boolean {
  return before !== undefined && after !== undefined && isSame(before.value, after.value)
}

function isSame(before: JsonValue, after: JsonValue): boolean {
  if (!isCollection(before)) return jsonEqual(before, after)
  if (!isCollection(after) || isList(before) !== isList(after)) return false
  const entries = Object.entries<JsonValue>(before)
  return (
    entries.length === Object.keys(after).length &&
    entries.every(([key, value]) => {
      const other = Object.hasOwn(after, key) ? (after as JsonObject)[key] : undefined
      return key !== '$ref' && key !== '$dynamicRef' && other !== undefined && isSame(value, other)
    })
  )
}

type OneUse = Omit<UsedSchema, 'order'>

function parameterUses(pair: OperationPair): readonly OneUse[] {
  return pair.parameters.both.flatMap(({ before, after }) => {
    if (before.schema === undefined || after.schema === undefined) return []
    return [
      {
        part: { operation: pair.name, name: parameterPart(after) },
        before: [before.schema],
        after: [after.schema],
        use: { direction: 'request', isText: after.mediaType === undefined },
        places: { root: 'request-parameter', inside: 'request-parameter-property' },
        isHeader: after.in === 'header',
        locations: { before: locationOf(pair, 'before', before), after: locationOf(pair, 'after', after) },
      },
    ]
  })
}

function locationOf(
  pair: OperationPair,
  side: 'before' | 'after',
  { in: place, name }: Parameter,
): SourceLocation {
  return pair[side].locations.parameter(place, name) ?? pair[side].written
}

function bodyUses({ name, contents, before, after }: OperationPair): readonly OneUse[] {
  return contents.both.flatMap(content => {
    if (content.before.schema === undefined || content.after.schema === undefined) return []
    return [
      {
        part: { operation: name, name: 'request body' },
        before: [content.before.schema],
        after: [content.after.schema],
        use: { direction: 'request', isText: isForm(content.after.type) },
        places: { root: 'request-body', inside: 'request-property' },
        locations: {
          before: before.locations.content(content.before.type),
          after: after.locations.content(content.after.type),
        },
      },
    ]
  })
}

/** Fields of a form are text. */
function isForm(type: string): boolean {
  return bareType(type) === 'application/x-www-form-urlencoded'
}

function responseUses(pair: OperationPair): readonly OneUse[] {
  const { name, before, after } = pair
  return pair.responses.both.flatMap(({ before: old, after: fresh }) => {
    const part = { operation: name, name: responsePart(old) }
    const bodies = matchAnswers(pair, old, fresh).both.flatMap((content): OneUse[] => {
      if (content.before.schema === undefined || content.after.schema === undefined) return []
      return [
        {
          part,
          before: [content.before.schema],
          after: [content.after.schema],
          use: { direction: 'response', isText: false },
          places: { root: 'response-body', inside: 'response-property' },
          locations: {
            before: before.locations.responseContent(old.status, content.before.type),
            after: after.locations.responseContent(fresh.status, content.after.type),
          },
        },
      ]
    })
    const headers = matchHeaders(old.headers, fresh.headers).both.flatMap((header): OneUse[] => {
      if (header.before.schema === undefined || header.after.schema === undefined) return []
      return [
        {
          part: { operation: name, name: `${part.name}, header ${header.after.name}` },
          before: [header.before.schema],
          after: [header.after.schema],
          use: { direction: 'response', isText: true },
          places: { root: 'response-header', inside: 'response-header' },
          locations: {
            before: before.locations.header(old.status, header.before.name),
            after: after.locations.header(fresh.status, header.after.name),
          },
        },
      ]
    })
    return [...bodies, ...headers]
  })
}
