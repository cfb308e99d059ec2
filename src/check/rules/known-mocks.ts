import { callsReadBy, mocksResetBy } from '../../actions/index.ts'
import { unknownMember } from '../../actions/calls/unknown-member.ts'
import type { YamlSource } from '../../document/index.ts'
import { type Mock, proxyRoute, routeText } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { targetsOf } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { placeholdersOf } from '../../template/placeholders-in.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { specFile } from './known-operations.ts'

/** A step reads the calls of a mock that there is, and of a route that it has, and resets those that there are. */
export const knownMocks: Rule = (parsed, facts) => {
  const own = parsed.suite.mocks
  const shared = (facts.sharedMocks ?? []).filter(({ name }) => own.every(mock => mock.name !== name))
  const mocks = [...own, ...shared]
  const uncalled = own.flatMap(mock => uncalledMock(mock, parsed, facts))
  const misread = allSteps(parsed).flatMap(step => unknownMembers(parsed, step))
  const unknown = allSteps(parsed).flatMap((step): readonly Problem[] => {
    const place = [...step.path, step.action]
    const read = callsReadBy(step)
    if (read === undefined)
      return mocksResetBy(step).flatMap(name => unknownMock(name, mocks, parsed.source, place))
    if (`${read.mock} ${read.route ?? ''}`.includes('{{')) return []
    const mock = mocks.find(({ name }) => name === read.mock)
    if (mock === undefined) return unknownMock(read.mock, mocks, parsed.source, place)
    const spec = facts.specs?.get(specFile(mock) ?? '')
    if (mock.spec !== undefined && spec?.state !== 'read') return []
    const described = spec?.state === 'read' ? [...spec.operations].filter(name => name.includes(' ')) : []
    const routes = [
      ...mock.routes.map(routeText),
      ...described,
      ...(mock.proxy === undefined ? [] : [proxyRoute]),
    ]
    if (read.route === undefined || routes.includes(read.route)) return []
    const hint = suggesting(read.route, routes, `These are there: ${routes.join(', ')}.`)
    const message = `the mock "${mock.name}" has no route "${read.route}"`
    return [problemAt(parsed.source, place, 'unknown-mock', message, { hint })]
  })
  return [...unknown, ...misread, ...uncalled]
}

/** A mock whose calls are looked at, and whose address is nowhere: nobody can call it. */
function uncalledMock({ name, port }: Mock, parsed: CheckedSuite, facts: Facts): readonly Problem[] {
  const { source, written } = parsed
  const reads = allSteps(parsed).find(step => callsReadBy(step)?.mock === name && step.validations.length > 0)
  if (reads === undefined || port !== undefined || facts.scripts !== undefined || facts.uses.size > 0)
    return []
  if (
    written.templates.some(one =>
      placeholdersOf(one).some(({ name: used }) => used.startsWith(`mocks.${name}.`)),
    )
  )
    return []
  const message = `nobody calls the mock "${name}": its address, {{mocks.${name}.url}}, stands nowhere in the suite`
  const hint = 'Tell it to the server that is to call it, or give the mock a port.'
  return [
    problemAt(source, [...reads.path, reads.action], 'bad-value', message, { hint, severity: 'warning' }),
  ]
}

/** Members that a step looks at in the calls that it reads, and none has. */
function unknownMembers(parsed: ParsedSuite, step: Step): readonly Problem[] {
  if (callsReadBy(step) === undefined) return []
  return targetsOf(step).flatMap(({ target, span }) => {
    const wrong =
      target.kind === 'json-path' && !target.path.includes('{{') ? unknownMember(target.path) : undefined
    return wrong === undefined
      ? []
      : [problemAt(parsed.source, span, 'unknown-target', wrong.message, { hint: wrong.hint })]
  })
}

function unknownMock(
  written: string,
  mocks: readonly Mock[],
  source: YamlSource,
  place: DocumentPath,
): readonly Problem[] {
  const names = mocks.map(({ name }) => name)
  if (names.includes(written) || written.includes('{{')) return []
  const none = 'Describe it under `mocks` of the suite, or of the configuration.'
  const hint = names.length === 0 ? none : suggesting(written, names, `These are there: ${names.join(', ')}.`)
  return [problemAt(source, place, 'unknown-mock', `there is no mock "${written}"`, { hint })]
}
