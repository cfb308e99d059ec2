import { isNumber } from '../../util/exact-number.ts'
import type { Operation } from '../../api-description/api-description.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { ValuePart } from './value-sources.ts'

/**
 * Values of paths that answers contain: the first item of the list at `/users`, and what a POST there made, have the id for
 * `/users/{id}`. What would be deleted is only ever what a POST of the same check made.
 */
export class AnswerValues {
  /** By the path of the list. */
  readonly #listed = new Map<string, JsonObject>()
  readonly #made = new Map<string, JsonObject>()

  /** Looks at the answer of an operation. */
  learn({ method, path }: Operation, { response }: Exchange): void {
    const { status } = response
    if (typeof status !== 'number' || status < 200 || status > 299 || response.body.size === 0) return
    if (method !== 'GET' && method !== 'POST') return
    const body = response.body.json()
    if (!body.ok) return
    const item = method === 'GET' ? firstItem(body.value) : madeItem(body.value)
    if (item !== undefined) (method === 'GET' ? this.#listed : this.#made).set(path, item)
  }

  /** Candidates for the value of a parameter, the likeliest first. */
  valuesFor({ method, path }: Operation, part: ValuePart): readonly JsonValue[] {
    if (part.in !== 'path') return []
    const end = path.indexOf(`/{${part.name}}`)
    if (end <= 0) return []
    const list = path.slice(0, end)
    const isLast = path.length === end + part.name.length + 3
    const item = wantsOwn(method, isLast)
      ? this.#made.get(list)
      : method === 'GET'
        ? this.#listed.get(list)
        : (this.#made.get(list) ?? this.#listed.get(list))
    return item === undefined ? [] : idsOf(item, part.name)
  }
}

function wantsOwn(method: string, isLast: boolean): boolean {
  return method === 'DELETE' && isLast
}

/** The first item of a list, or of the only list in an object (`{ items: [...] }`). */
function firstItem(body: JsonValue): JsonObject | undefined {
  const lists = isList(body) ? [body] : isObject(body) ? Object.values(body).filter(isList) : []
  const [only] = lists
  const [first] = lists.length === 1 && only !== undefined ? only : []
  return first !== undefined && isObject(first) ? first : undefined
}

function madeItem(body: JsonValue): JsonObject | undefined {
  return isObject(body) ? body : undefined
}

/** `id`, or for `userId` and `user_id` what an item calls so or simply its id. */
function idsOf(item: JsonObject, name: string): readonly JsonValue[] {
  const names = [name, ...(/(?:^|[a-z_-])id$/i.test(name) ? ['id', '_id', 'uuid'] : [])]
  const found = names.flatMap(one => (Object.hasOwn(item, one) ? (item[one] ?? []) : []))
  return found.filter(value => (typeof value === 'string' && value !== '') || isNumber(value))
}
