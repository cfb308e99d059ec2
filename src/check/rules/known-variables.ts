import type { Problem, ProblemCode } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueAt } from '../../parse/read-values.ts'
import { isBuiltIn } from '../../template/built-ins/index.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { namesFrom, outsideNames } from '../known-names.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. DESIGN §2: an unknown name is named with its place, never sent as empty text.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const steps = allSteps(parsed).map(step => ({ step, gives: namesFrom(parsed, step, facts) }))
  const known = outsideNames(parsed, facts)
  const ever = new Set([...known, ...steps.flatMap(({ gives }) => gives)])
  const names = new NameCheck(parsed, facts, ever)
  const problems = ['variables', 'secrets', 'settings'].flatMap(part => names.unknown([part], [ever]))
  for (const { step, gives } of steps) {
    const own = new Set([
      ...(facts.stepColumns.get(step) ?? []),
      ...step.when.map(({ variable }) => variable),
    ])
    problems.push(...partsOf(step, beforeAnswer).flatMap(part => names.unknown(part, [known, own])))
    for (const name of gives) known.add(name)
    problems.push(...partsOf(step, afterAnswer).flatMap(part => names.unknown(part, [known, own])))
  }
  return problems
}

/** The common keys of a step that are filled in before it acts, beside its input; `when` may ask about what is missing. */
const beforeAnswer = (step: Step): readonly string[] => ['name', 'when', ...Object.keys(step.input)]

/** The keys that also see what the step itself extracted. */
const afterAnswer = (): readonly string[] => ['extracts', 'validations', 'retry']

function partsOf(step: Step, keys: (step: Step) => readonly string[]): readonly DocumentPath[] {
  return keys(step).map(key => [...step.path, key])
}

/** Looks for names without a value in parts of one suite. */
class NameCheck {
  readonly #parsed: ParsedSuite
  readonly #facts: Facts
  /** Every name that has a value at some point of the suite. */
  readonly #ever: ReadonlySet<string>

  constructor(parsed: ParsedSuite, facts: Facts, ever: ReadonlySet<string>) {
    this.#parsed = parsed
    this.#facts = facts
    this.#ever = ever
  }

  /** Problems of the placeholders at a path of the document where only these names have a value. */
  unknown(part: DocumentPath, known: readonly ReadonlySet<string>[]): readonly Problem[] {
    const { source } = this.#parsed
    const value = valueAt(source.value, part)
    if (value === undefined) return []
    return placeholdersIn(value).flatMap(placeholder => {
      const problem = this.#problemOf(placeholder.name, known)
      if (problem === undefined) return []
      const { code, message, hint } = problem
      return [problemAt(source, [...part, ...placeholder.path], code, message, { hint })]
    })
  }

  #problemOf(name: string, known: readonly ReadonlySet<string>[]): NameProblem | undefined {
    if (name.startsWith('$')) return isBuiltIn(name) ? undefined : unknownBuiltIn(name)
    if (name.startsWith('env.')) return environmentProblem(name.slice(4), this.#facts)
    const root = /^[^.[]+/.exec(name)?.[0] ?? name
    if (known.some(names => names.has(name) || names.has(root))) return undefined
    return this.#ever.has(name) || this.#ever.has(root) ? setLater(name) : neverSet(name, this.#ever)
  }
}

/** What is wrong with a name. */
export interface NameProblem {
  readonly code: ProblemCode
  readonly message: string
  readonly hint: string
}

function unknownBuiltIn(name: string): NameProblem {
  return {
    code: 'unknown-built-in',
    message: `there is no built-in {{${name}}}`,
    hint: 'All built-ins are listed in docs/suite-language.md.',
  }
}

function setLater(name: string): NameProblem {
  return {
    code: 'unknown-variable',
    message: `"${name}" has no value yet: a later step sets it`,
    hint: 'Move this step below the one that extracts or sets it.',
  }
}

/** What is wrong with a name that is none of those that ever have a value. */
export function neverSet(name: string, ever: ReadonlySet<string>): NameProblem {
  return {
    code: 'unknown-variable',
    message: `nothing sets the variable "${name}"`,
    hint: suggesting(
      name,
      ever,
      'Set it under `variables:`, in an environment, with --var, as a column of the data, or extract it in an earlier step.',
    ),
  }
}

function environmentProblem(name: string, facts: Facts): NameProblem | undefined {
  if (facts.processEnvironment === undefined || facts.processEnvironment.has(name)) return undefined
  return {
    code: 'unknown-variable',
    message: `the environment variable ${name} is not set`,
    hint: `Set it (${name}=… apitest …), or put it into a file for --env-file.`,
  }
}
