import type { Problem } from '../../model/problem.ts'
import type { Settings } from '../../model/settings.ts'
import type { Span } from '../../model/span.ts'
import { buildNamespaces } from '../../parse/build-settings.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping, property } from '../../util/read-values.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** XPaths that can be told now, those without placeholders, are such, and their prefixes have a namespace. */
export const validXPaths: Rule = (parsed, { configuration }) => {
  const looked: Looked[] = []
  allSteps(parsed).forEach(step => {
    everyTarget(parsed, step).forEach(({ target, span }) => {
      if (target.kind === 'xpath' && !target.expression.includes('{{'))
        looked.push({ expression: target.expression, span, own: step.namespaces })
    })
  })
  return looked.length === 0 ? [] : faultsIn(looked, parsed, configuration)
}

interface Looked {
  readonly expression: string
  readonly span: Span
  readonly own: Settings['namespaces']
}

async function faultsIn(
  looked: readonly Looked[],
  parsed: ParsedSuite,
  configuration: Facts['configuration'],
): Promise<readonly Problem[]> {
  const { xpathFault } = await import('../../extracts/xpath/index.ts')
  const shared = buildNamespaces(property(mapping(mapping(configuration?.value)['settings']), 'namespaces'))
  return looked.flatMap(({ expression, span, own }): readonly Problem[] => {
    const fault = xpathFault(expression, { ...shared, ...parsed.suite.settings.namespaces, ...own })
    return fault === undefined
      ? []
      : [problemAt(parsed.source, span, 'bad-xpath', `"${expression}": ${fault}`)]
  })
}
