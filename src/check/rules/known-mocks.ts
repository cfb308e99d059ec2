import { callsReadBy } from '../../actions/index.ts'
import { proxyRoute, routeText } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { specFile } from './known-operations.ts'

/** A step reads the calls of a mock that there is, and of a route that it has. */
export const knownMocks: Rule = (parsed, facts) => {
  const own = parsed.suite.mocks
  const shared = (facts.sharedMocks ?? []).filter(({ name }) => own.every(mock => mock.name !== name))
  const mocks = [...own, ...shared]
  return allSteps(parsed).flatMap((step): readonly Problem[] => {
    const read = callsReadBy(step)
    if (read === undefined || `${read.mock} ${read.route ?? ''}`.includes('{{')) return []
    const place = [...step.path, step.action]
    const mock = mocks.find(({ name }) => name === read.mock)
    if (mock === undefined) {
      const names = mocks.map(({ name }) => name)
      const none = 'Describe it under `mocks` of the suite, or of the configuration.'
      const hint =
        names.length === 0 ? none : suggesting(read.mock, names, `These are there: ${names.join(', ')}.`)
      return [problemAt(parsed.source, place, 'unknown-mock', `there is no mock "${read.mock}"`, { hint })]
    }
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
}
