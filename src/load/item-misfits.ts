import type { ApiDescription, Content } from '../api-description/api-description.ts'
import { successResponse } from '../api-description/chosen-response.ts'
import {
  type CollectionRole,
  type DescribedCollection,
  ItemShapes,
  toldOf,
} from '../api-description/collections.ts'
import { isJsonType } from '../api-description/find-response.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { escapePointerPart } from '../util/json-pointer.ts'
import { mapping } from '../util/read-values.ts'
import { SchemaReader } from '../validations/answer/schema-reader.ts'

/** Why an item cannot be told as its collection is described: `/id must be integer`; undefined where it can. */
type ItemMisfit = (item: JsonObject, key: string) => string | undefined

/** Judges what collections of a description begin with, by the schemas that a mock's answers are held against. */
export function itemMisfits(description: ApiDescription): (collection: DescribedCollection) => ItemMisfit {
  const shapes = new ItemShapes(description)
  const schemas = new SchemaReader(description)
  return ({ roles }) =>
    (item, key) => {
      for (const [operation, role] of roles) {
        for (const content of successResponse(operation, [200])?.response.contents ?? []) {
          const answer = isJsonType(content.type) ? answerWith(item, role, key, content, shapes) : undefined
          const misfit = answer === undefined ? undefined : misfitIn(answer, content, schemas)
          if (misfit !== undefined) return misfit
        }
      }
      return undefined
    }
}

/** An answer that holds one item and nothing around it, and the pointer to that item. */
interface AnswerWith {
  readonly body: JsonValue
  readonly pointer: string
}

function answerWith(
  item: JsonObject,
  role: CollectionRole,
  key: string,
  content: Content,
  shapes: ItemShapes,
): AnswerWith | undefined {
  if (role !== 'list' && role !== 'read') return undefined
  const place = role === 'list' ? shapes.listIn(content) : shapes.itemIn(content, key)
  const shape = role === 'list' ? shapes.itemOf(place) : place
  if (place === undefined || shape === undefined) return undefined
  const members = mapping(shape.schema['properties'])
  // An answer that does not show what items go by is told from its example, with what it has in common with the item.
  if (role === 'read' && Object.keys(members).length > 0 && !Object.hasOwn(members, key)) return undefined
  const told = toldOf(item, shape)
  return {
    body: place.path.reduceRight<JsonValue>(
      (inner, name) => ({ [name]: inner }),
      role === 'list' ? [told] : told,
    ),
    pointer: [...place.path, ...(role === 'list' ? ['0'] : [])]
      .map(name => `/${escapePointerPart(name)}`)
      .join(''),
  }
}

/** What is wrong with the item alone: what the answer lacks around it is no fault of the item. */
function misfitIn(
  { body, pointer }: AnswerWith,
  { schema }: Content,
  schemas: SchemaReader,
): string | undefined {
  const read = schema === undefined ? undefined : schemas.read(schema, 'response')
  if (read?.ok !== true || (!/^(?:\/0)?$/.test(pointer) && hasChoice(read.value.schema))) return undefined
  const found = read.value
    .validate(body)
    .find(finding => finding.pointer === pointer || finding.pointer.startsWith(`${pointer}/`))
  return found === undefined
    ? undefined
    : `${found.pointer.slice(pointer.length).replace(/^\/$/, '')} ${found.message}`.trim()
}

/** Whether what stands around an item decides what the item has to be. */
function hasChoice(schema: JsonObject): boolean {
  const { $ref: reference, $defs: definitions } = schema
  const named =
    typeof reference === 'string' ? mapping(definitions)[reference.slice('#/$defs/'.length)] : undefined
  return [schema, mapping(named)].some(one => ['oneOf', 'anyOf', 'if'].some(keyword => keyword in one))
}
