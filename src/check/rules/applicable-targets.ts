import type { Validation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { targetsOf } from '../../model/targets-of.ts'
import { buildTargets } from '../../parse/build-validations.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueAt } from '../../util/read-values.ts'
import { messageExpectations } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { ofAnswers, ofMessages } from '../target-owners.ts'

/** A step looks only at what its action can have. */
export const applicableTargets: Rule = parsed => {
  const problems: (Problem | undefined)[] = []
  allSteps(parsed).forEach(step => {
    targetsOf(step).forEach(({ target, span }) => {
      if (isCommon(target)) return
      const name = nameOf(target)
      const owners = ofAnswers[name]
      if (owners?.includes(step.action) === true) return
      if (target.kind === 'query' || target.kind === 'path')
        problems.push(ofRequest(parsed, span, `${name} ${target.name}`))
      // That a validation has none of the targets of messages is said by the schema.
      else if (owners !== undefined || (target.kind === 'field' && isExtracted(step, span)))
        problems.push(problemOf(parsed, step, { name, span, owners: owners ?? [], others: ofMessages }))
    })
    messageExpectations(step).forEach(path => {
      buildTargets(valueAt(parsed.source.value, path), parsed.source, path).forEach(({ target, span }) => {
        const name = nameOf(target)
        problems.push(problemOf(parsed, step, { name, span, owners: ofMessages[name], others: {} }))
      })
    })
  })
  return problems.filter(problem => problem !== undefined)
}

/** True where every action has it. */
function isCommon({ kind }: Validation['target']): boolean {
  return (kind === 'json-path' || kind === 'header') && ofAnswers[kind] === undefined
}

function isExtracted({ extracts }: Step, span: Span): boolean {
  return extracts.some(extract => extract.span === span)
}

function nameOf(target: Validation['target']): string {
  return target.kind === 'field' ? target.name : target.kind
}

/** Only the conditions of a mock look at a request. */
function ofRequest({ source }: ParsedSuite, span: Span, name: string): Problem {
  const hint = 'It is one of a request: the conditions of a route of a mock have it.'
  return problemAt(source, span, 'unknown-target', `"${name}" is not a target of an answer`, { hint })
}

interface Use {
  readonly name: string
  readonly span: Span
  /** Undefined when every action has it. */
  readonly owners: readonly string[] | undefined
  /** Where else the target is known. */
  readonly others: typeof ofMessages
}

function problemOf(
  { source }: ParsedSuite,
  { action }: Step,
  { name, span, owners, others }: Use,
): Problem | undefined {
  if (owners === undefined || owners.includes(action)) return undefined
  const hint =
    owners.length > 0
      ? `It is one of "${owners.join('", "')}".`
      : `It is one of a message: write it below \`expect\` of "${others[name]?.join('", "') ?? ''}".`
  return problemAt(source, span, 'unknown-target', `"${name}" is not a target of "${action}"`, { hint })
}
