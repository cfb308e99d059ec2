import type { FoundExtract, TargetValidation, Validation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { routeTargets, targetsOf } from '../model/targets-of.ts'
import { buildTargets } from '../parse/build-validations.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { isList } from '../util/is-json.ts'
import { list, mapping, valueAt } from '../util/read-values.ts'

/** Where a step says what it expects of a message: its `expect`, and what the messages it sends come `after`. */
export function messageExpectations({ input, path }: Step): readonly DocumentPath[] {
  const { expect, messages } = input
  if (expect === undefined && messages === undefined) return none
  const places = list(messages).flatMap((message, index) =>
    each(mapping(message)['after'], [...path, 'messages', index, 'after']),
  )
  return [...each(expect, [...path, 'expect']), ...places]
}

/** One mapping, or a list of them. */
function each(written: JsonValue | undefined, place: DocumentPath): readonly DocumentPath[] {
  if (written === undefined) return none
  return isList(written) ? written.map((_, index) => [...place, index]) : [place]
}

const none: readonly DocumentPath[] = []

/** Everything that the routes of mocks look at in requests. */
export function mockTargets({ suite: { mocks } }: Pick<ParsedSuite, 'suite'>): readonly TargetValidation[] {
  return mocks.flatMap(({ notable }) => notable.flatMap(routeTargets))
}

/** Everything of a step that looks at its answer or at a message, with the targets of extracts. */
export function everyTarget({ source }: ParsedSuite, step: Step): readonly (Validation | FoundExtract)[] {
  const places = messageExpectations(step)
  if (places.length === 0) return targetsOf(step)
  return [
    ...targetsOf(step),
    ...places.flatMap(path => buildTargets(valueAt(source.value, path), source, path)),
  ]
}
