import { factsOf } from '../../actions/index.ts'
import type { Target, TargetValidation } from '../../model/expectation.ts'
import type { Step } from '../../model/suite.ts'
import { buildTargets } from '../../parse/build-validations.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { isPlainPath } from '../../json-path/index.ts'
import { list, valueAt } from '../../util/read-values.ts'

/** A place in an entry of the list of the messages that a step awaits: in one of them, or in each. */
const inEntry = /^\$\[(\*|\d+)\](.*)$/s

/** Expectations of a place in each entry of a list, as of that in the first; others stay as they are. */
export function ofFirstEntry(item: TargetValidation): TargetValidation {
  const { target, expectations } = item
  const [, index, rest = ''] = target.kind === 'json-path' ? (inEntry.exec(target.path) ?? []) : []
  const inner = expectations.map(one => (one.operator === 'each' ? one.inner : undefined))
  const path = `$[0]${rest}`
  if (index !== '*' || !isPlainPath(path) || inner.includes(undefined)) return item
  return { ...item, target: { kind: 'json-path', path }, expectations: inner.flatMap(one => one ?? []) }
}

/** The demands of `expect` on every message that comes, as conditions on the entry of the list that a target looks into. */
export function awaitedIn({ source }: ParsedSuite, step: Step, target: Target): readonly TargetValidation[] {
  const { action, input, path } = step
  const { messages } = factsOf(action)
  const [, index] = target.kind === 'json-path' ? (inEntry.exec(target.path) ?? []) : []
  const { expect, none, graphql, count = 1 } = input
  const isThere = Number(index) < Number(count)
  if (
    messages === undefined ||
    expect === undefined ||
    none !== undefined ||
    graphql !== undefined ||
    !isThere
  )
    return []
  const entry = `$[${index}]`
  const contents = messages.contents === undefined ? entry : `${entry}.${messages.contents}`
  const places =
    list(expect).length === 0 ? [[...path, 'expect']] : list(expect).map((_, at) => [...path, 'expect', at])
  return places
    .flatMap(place => buildTargets(valueAt(source.value, place), source, place))
    .flatMap(one => ('expectations' in one ? inPlace(one, entry, contents) : []))
}

function inPlace(one: TargetValidation, entry: string, contents: string): readonly TargetValidation[] {
  const { target } = one
  const path =
    target.kind === 'json-path'
      ? `${contents}${target.path.slice(1)}`
      : target.kind === 'field'
        ? `${entry}['${target.name}']`
        : ''
  return isPlainPath(path) ? [{ ...one, target: { kind: 'json-path', path } }] : []
}
