import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { list, mapping, valueAt } from '../../util/read-values.ts'
import type { YamlSource } from '../../document/index.ts'
import { messageExpectations } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { isCollection } from '../../util/is-json.ts'

/** An expectation is written down: a key with nothing behind it is null, which was hardly meant. */
export const writtenOperands: Rule = ({ source, suite, written }) => {
  if (!written.holdsNull) return []
  const ofSteps = allSteps({ suite }).flatMap(step => [
    [...step.path, 'validations'],
    [...step.path, 'when'],
    [...step.path, 'unless'],
    [...step.path, 'retry', 'stop-when'],
    ...messageExpectations(step),
  ])
  const ofMocks = suite.mocks.flatMap(({ name }) => conditionsOf(source, ['mocks', name, 'routes']))
  return [...ofSteps, ...ofMocks].flatMap(path => forgotten(source, path, valueAt(source.value, path)))
}

/** The conditions of routes, and of what their answers say to messages. */
function conditionsOf(source: YamlSource, routes: DocumentPath): readonly DocumentPath[] {
  return list(valueAt(source.value, routes)).flatMap((route, index) => {
    const place = [...routes, index]
    const { answer, answers } = mapping(route)
    const replies = [
      ...repliesOf(answer, [...place, 'answer']),
      ...list(answers).flatMap((one, at) => repliesOf(one, [...place, 'answers', at])),
    ]
    return [place, ...replies].flatMap(path => [
      [...path, 'when'],
      [...path, 'unless'],
    ])
  })
}

function repliesOf(answer: unknown, place: DocumentPath): readonly DocumentPath[] {
  return list(mapping(answer)['on']).map((_, index) => [...place, 'on', index])
}

function forgotten(source: YamlSource, path: DocumentPath, value: unknown): readonly Problem[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => forgotten(source, [...path, index], item))
  if (isCollection(value))
    return Object.entries(value).flatMap(([key, part]) =>
      key === 'schema' ? [] : forgotten(source, [...path, key], part),
    )
  if (value !== null || !isNothing(source, path)) return []
  const message = `nothing is written behind "${String(path.at(-1))}"`
  const hint = 'Write null if it is meant.'
  return [problemAt(source, path, 'bad-value', message, { hint, atKey: true })]
}

/** A null that is written has a length. */
function isNothing(source: YamlSource, path: DocumentPath): boolean {
  const { start, end } = source.spanOf(path)
  return start.line === end.line && start.column === end.column
}
