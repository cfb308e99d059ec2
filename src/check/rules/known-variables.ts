import type { Problem, ProblemCode } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { YamlSource } from '../../parse/yaml-source.ts'
import { isBuiltIn } from '../../template/built-ins/index.ts'
import type { PlacedPlaceholder } from '../../template/placeholders-in.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { namesFrom, outsideNames } from '../known-names.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. An unknown name is named with its place, never sent as empty text.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const steps = allSteps(parsed).map(step => ({ step, gives: namesFrom(parsed, step, facts) }))
  const known = outsideNames(parsed, facts)
  const ever = new Set([...known, ...steps.flatMap(({ gives }) => gives)])
  const names = new NameCheck(parsed.source, facts, ever)
  const { templates } = parsed
  const problems = ['variables', 'secrets', 'settings'].flatMap(key =>
    names.unknown(templates.under(key), [ever]),
  )
  for (const { step, gives } of steps) {
    const own = new Set([
      ...(facts.stepColumns.get(step) ?? []),
      ...step.when.map(({ variable }) => variable),
    ])
    const placeholders = templates.of(step)
    const before = placeholders.filter(({ path }) => isFilledInBefore(step, path[2]))
    problems.push(...names.unknown(before, [known, own]))
    for (const name of gives) known.add(name)
    const after = placeholders.filter(({ path }) => filledInAfter.has(path[2]))
    problems.push(...names.unknown(after, [known, own]))
  }
  return problems
}

/** A step's input, and what else of it is filled in before it acts; `when` may ask about what is missing. */
function isFilledInBefore(step: Step, key: string | number | undefined): boolean {
  return key === 'name' || key === 'when' || (key !== undefined && Object.hasOwn(step.input, key))
}

/** The keys that also see what the step itself extracted. */
const filledInAfter = new Set<string | number | undefined>(['extracts', 'validations', 'retry'])

/** Looks for names without a value among the placeholders of one suite. */
class NameCheck {
  readonly #source: YamlSource
  readonly #facts: Facts
  /** Every name that has a value at some point of the suite. */
  readonly #ever: ReadonlySet<string>

  constructor(source: YamlSource, facts: Facts, ever: ReadonlySet<string>) {
    this.#source = source
    this.#facts = facts
    this.#ever = ever
  }

  /** Problems of placeholders where only these names have a value. */
  unknown(
    placeholders: readonly PlacedPlaceholder[],
    known: readonly ReadonlySet<string>[],
  ): readonly Problem[] {
    return placeholders.flatMap(({ name, path }) => {
      const problem = this.#problemOf(name, known)
      if (problem === undefined) return []
      const { code, message, hint } = problem
      return [problemAt(this.#source, path, code, message, { hint })]
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
