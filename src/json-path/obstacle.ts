import { isList, isObject } from '../util/is-json.ts'
import type { JsonValue } from '../util/json-value.ts'

/** A value that something stands in the way of, and the way to it. */
interface Node {
  readonly place: string
  readonly value: JsonValue
}

/** A name, an index, or undefined for all that a segment may select. */
type Step = string | number | undefined

/** Names, indexes, and what selects all that may count: wildcards and slices. */
const segment =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(-?\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]|\.\*|\[(?:\*|[-\d\s]*:[-\d:\s]*)\]/gy

/** Values that are looked at in one step. */
const mostNodes = 1000

/**
 * Why nothing can ever be at the end of a JSONPath in such a document, and what to write: a name is looked for in a list or
 * a text, or an index in an object. What is missing, null, false or empty text is no obstacle, as it says that there is
 * nothing, unless it is the whole document. Segments behind a filter or a descendant are not looked at.
 */
export function pathObstacle(path: string, root: JsonValue): string | undefined {
  if (root === null) return path === '$' ? undefined : 'the whole body is null'
  let nodes: readonly Node[] = [{ place: '$', value: root }]
  segment.lastIndex = 1
  while (segment.lastIndex < path.length) {
    const start = segment.lastIndex
    const found = segment.exec(path)
    if (found === null) return undefined
    const [, name, index, single, double] = found
    const step = index === undefined ? (name ?? single ?? double) : Number(index)
    const there = nodes.filter(({ place, value }) => place === '$' || !saysNothing(value))
    const [first] = there
    if (first !== undefined && !there.some(({ value }) => mayHold(value, step)))
      return obstacleText(first, step, path.slice(start))
    nodes = there.flatMap(node => below(node, step)).slice(0, mostNodes)
  }
  return undefined
}

function saysNothing(value: JsonValue): boolean {
  return value === null || value === '' || value === false
}

function mayHold(value: JsonValue, step: Step): boolean {
  if (typeof step === 'number') return isList(value)
  return isObject(value) || (step === undefined && isList(value))
}

function below({ place, value }: Node, step: Step): readonly Node[] {
  if (typeof step === 'number') {
    const item = isList(value) ? value.at(step) : undefined
    return item === undefined ? [] : [{ place: `${place}[${step}]`, value: item }]
  }
  if (isList(value))
    return step === undefined
      ? value.map((item, index) => ({ place: `${place}[${index}]`, value: item }))
      : []
  if (!isObject(value)) return []
  const names = step === undefined ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : []
  return names.map(name => ({ place: `${place}.${name}`, value: value[name] ?? null }))
}

/** `$.items is a list: write $.items[*].name`. */
function obstacleText({ place, value }: Node, step: Step, rest: string): string {
  if (isList(value)) {
    const counts = typeof step === 'string' && /^(?:length|size|count)$/.test(step)
    return `${place} is a list: write ${place}${counts ? ': { has-length: 0 }' : `[*]${rest}`}`
  }
  if (isObject(value)) return `${place} is an object, which has names and no ${rest}`
  const type = typeof value === 'string' ? 'text' : `a ${typeof value}`
  return `${place} is ${type}, in which there is nothing: leave out ${rest}`
}
