import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Problem, ProblemCode } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../document/index.ts'
import { builtInNames, isBuiltIn, isMade } from '../template/built-ins/index.ts'
import { rangeOf, rangeUsages } from '../template/built-ins/ranges.ts'
import { Misuse } from '../template/functions/misuse.ts'
import { hasFunctions, meantPlaceholder } from '../template/functions/pipeline.ts'
import { memberOf, memberPaths, possibleVariables } from '../template/member-path.ts'
import { roundNames } from '../template/scope.ts'
import { type PlacedPlaceholder, placeholdersIn } from '../template/placeholders-in.ts'
import { environmentFileHint, startedHint } from '../template/unknown-variable.ts'
import { defined } from '../util/defined.ts'
import { listed } from '../util/listed.ts'
import { property } from '../util/read-values.ts'
import { closest, slipOf, suggesting } from '../util/did-you-mean.ts'
import type { Slip } from './fixes.ts'
import { unchosenEnvironments } from './known-names.ts'
import { type Facts, problemAt } from './rule.ts'
import { anyName } from './scripts/script-facts.ts'

/** Names that have a value somewhere, and not where others look. */
interface Unseen {
  /** The names that steps that repeat give to the items of their lists. */
  readonly items: ReadonlySet<string>
  /** The names that are set by steps that are left out. */
  readonly missed: ReadonlySet<string>
}

const nothingUnseen: Unseen = { items: new Set(), missed: new Set() }

/** Variables of the suite that are made of others whenever something uses them. */
export interface Made {
  readonly values: JsonObject
  /** The names that are known; each is such a variable, or has a value of its own. */
  readonly known: ReadonlySet<string>
  /** Names with a value of their own by now: from outside, from rows, or from steps. */
  readonly own: ReadonlySet<string>
}

/** Looks for names without a value among the placeholders of one file. */
export class NameCheck {
  readonly #source: YamlSource
  readonly #facts: Facts
  /** Every name that has a value at some point of the suite. */
  readonly #ever: ReadonlySet<string>

  readonly #unseen: Unseen
  readonly #made: Made | undefined

  constructor(
    source: YamlSource,
    facts: Facts,
    ever: ReadonlySet<string>,
    unseen: Unseen = nothingUnseen,
    made?: Made,
  ) {
    this.#unseen = unseen
    this.#made = made
    this.#source = source
    this.#facts = facts
    this.#ever = ever
  }

  /** Problems of placeholders where only these names have a value. */
  unknown(
    placeholders: readonly PlacedPlaceholder[],
    known: readonly ReadonlySet<string>[],
  ): readonly Problem[] {
    const problems: Problem[] = []
    for (const placeholder of placeholders) {
      const { within, path } = placeholder
      // A name such as "a | b" is one as long as something sets it.
      if (
        within !== undefined &&
        possibleVariables(within).some(name => isAmong(name, [...known, this.#ever]))
      )
        continue
      const problem = this.#problemOf(placeholder, known)
      if (problem === undefined) continue
      const { code, message, ...more } = problem
      problems.push(problemAt(this.#source, path, code, message, defined(more)))
    }
    return problems
  }

  #problemOf(
    { name, path, hasDefault = false }: PlacedPlaceholder,
    known: readonly ReadonlySet<string>[],
  ): NameProblem | undefined {
    // The names inside it come with it, and its functions are judged by a rule of their own.
    if (hasFunctions(name)) return undefined
    if (name.startsWith('$')) return isMade(name) || isAmong(name, known) ? undefined : unknownBuiltIn(name)
    if (isAmong(anyName, known)) return undefined
    const owners = memberPaths(name).map(({ variable }) => variable)
    if ([name, ...owners].some(variable => isAmong(variable, known)))
      return hasDefault ? undefined : this.#unmade(name, known, new Set())
    if (name.startsWith('env.'))
      return hasDefault ? undefined : environmentProblem(name.slice(4), this.#facts)
    const item = [name, ...owners].find(variable => this.#unseen.items.has(variable))
    if (item !== undefined) return ofOtherStep(item)
    const isEverSet = [name, ...owners].some(variable => this.#ever.has(variable))
    if (hasDefault) return isEverSet ? undefined : alwaysDefault(name, this.#ever)
    if ([name, ...owners].some(variable => this.#unseen.missed.has(variable))) return onlySkipped(name)
    if (isEverSet) return setLater(name, path)
    return neverSet(name, this.#ever, unchosenEnvironments(name, this.#facts))
  }

  /** Describes the problem of a variable that is known, and made of another that has no value yet. */
  #unmade(used: string, known: readonly ReadonlySet<string>[], seen: Set<string>): NameProblem | undefined {
    if (this.#made === undefined) return undefined
    const { values, known: shared, own } = this.#made
    const others = [own, ...known.filter(names => names !== shared)]
    const { variable, keys } = [{ variable: used, keys: [] }, ...memberPaths(used)].find(one =>
      isAmong(one.variable, known),
    ) ?? { variable: used, keys: [] }
    const value = keys.reduce<JsonValue | undefined>(
      // Members of a text with placeholders come with them.
      (inner, key) => (inner === undefined || typeof inner === 'string' ? inner : memberOf(inner, key)),
      property(values, variable),
    )
    if (value === undefined || seen.has(variable) || isAmong(variable, others)) return undefined
    seen.add(variable)
    for (const { name, within, hasDefault = false } of placeholdersIn(value)) {
      const names = possibleVariables(name)
      if (hasDefault || (within !== undefined && isAmong(within, known))) continue
      if (names.some(one => isAmong(one, known))) {
        const problem = this.#unmade(name, known, seen)
        if (problem !== undefined) return problem
      } else if (names.some(one => this.#ever.has(one) || this.#unseen.missed.has(one))) {
        const problem = this.#problemOf({ name, path: [], offset: 0 }, known)
        if (problem !== undefined)
          return { ...problem, message: `${problem.message}, and "${variable}" is made of it` }
      }
    }
    return undefined
  }
}

function isAmong(name: string, known: readonly ReadonlySet<string>[]): boolean {
  for (const names of known) if (names.has(name)) return true
  return false
}

/** The problem of a name. */
export interface NameProblem {
  readonly code: ProblemCode
  readonly message: string
  readonly name?: string
  readonly hint: string
  readonly severity?: Problem['severity'] | undefined
  readonly slip?: Slip | undefined
}

function ofOtherStep(item: string): NameProblem {
  return {
    code: 'unknown-variable',
    message: `${item} is known only in the step that repeats`,
    hint: 'An extract, or `variables` of that step, keeps what is needed later.',
  }
}

const rangeHint = `Ranges stand behind ${rangeUsages().join(', ')}.`

function unknownBuiltIn(name: string): NameProblem {
  if (roundNames.some(one => one === name))
    return {
      code: 'unknown-variable',
      message: 'there is no round here',
      hint: 'Steps with `for-each`, `repeat` or `data` have rounds.',
    }
  const plain = name.replaceAll(/[(),:]+/g, ' ').trim()
  const meant = isMade(plain) ? `Write {{${plain}}}.` : undefined
  const wrong = rangeOf(name)
  if (wrong instanceof Misuse)
    return { code: 'function-misuse', message: wrong.message, hint: meant ?? wrong.hint ?? rangeHint }
  const [word = ''] = plain.split(' ', 1)
  const hasRange = word !== name
  const code = 'unknown-built-in'
  if (hasRange && isBuiltIn(word) && meant === undefined)
    return { code, message: `{{${word}}} takes no range`, hint: rangeHint }
  const all = 'All built-ins are listed in docs/language-reference.md.'
  const names = hasRange ? rangeUsages().map(usage => usage.split(' ', 1)[0] ?? '') : builtInNames()
  return {
    code,
    message: `there is no built-in {{${name}}}`,
    hint: meant ?? suggesting(word, names, hasRange ? rangeHint : all),
    slip: slipOf(word, names),
  }
}

function alwaysDefault(name: string, ever: ReadonlySet<string>): NameProblem {
  const meant = closest(name, ever)
  return {
    code: 'default-always',
    message: `nothing ever sets "${name}", so that its default always stands in`,
    hint:
      meant === undefined
        ? 'Give it its usual value under `variables:`: an environment, a row or --var takes its place.'
        : `Did you mean "${meant}"?`,
    severity: meant === undefined ? 'warning' : 'error',
  }
}

function onlySkipped(name: string): NameProblem {
  return {
    code: 'unknown-variable',
    message: `"${name}" is only set by a step that is skipped`,
    hint: 'Give the variable a value under `variables:`, or leave out what uses it as well.',
  }
}

function setLater(name: string, path: DocumentPath): NameProblem {
  if (path.slice(0, -1).some((key, index) => givers.has(key) && path[index + 1] === name))
    return {
      code: 'unknown-variable',
      message: `"${name}" is made of itself, and has no value before`,
      hint: 'Give it a first value under `variables:` of the suite, or use another name here.',
    }
  return {
    code: 'unknown-variable',
    message: `"${name}" has no value yet: a later step sets it`,
    hint: 'Move this below what gives it a value.',
  }
}

/** Keys under which names get a value. */
const givers: ReadonlySet<string | number> = new Set(['variables', 'set', 'extracts'])

/** Describes the problem of a name that is none of those that ever have a value; these environments would give it one. */
export function neverSet(
  name: string,
  ever: ReadonlySet<string>,
  environments: readonly string[],
): NameProblem {
  if (environments.length > 0)
    return {
      code: 'unknown-variable',
      message: `nothing sets the variable "${name}" but ${environmentsWord(environments)}`,
      hint: environmentChoice(environments),
    }
  const meant = meantPlaceholder(name)
  const usual =
    'Set it under `variables:`, in an environment, with --var, as a column of the data, or extract it earlier.'
  const builtIn =
    closest(name, ever) === undefined && isBuiltIn(`$${name}`) ? `Did you mean {{$${name}}}? ` : ''
  return {
    code: 'unknown-variable',
    message: `nothing sets the variable "${name}"`,
    name,
    hint:
      meant === undefined
        ? builtIn + suggesting(name, ever, startedHint(name) ?? usual)
        : `Did you mean ${meant}?`,
  }
}

/** `the environment "staging"`, `the environments "local" and "staging"` */
export function environmentsWord(environments: readonly string[]): string {
  const names = environments.map(name => `"${name}"`)
  return `the environment${names.length === 1 ? '' : 's'} ${listed(names)}`
}

/** How a run is told which of these environments it is in. */
export function environmentChoice([first = '']: readonly string[]): string {
  return `Choose one: --env ${first}, or \`environment: ${first}\` in the suite or in apitest.config.yaml.`
}

/** The problem of a variable of the process that is not set, where it is known which are. */
export function environmentProblem(name: string, facts: Facts): NameProblem | undefined {
  if (facts.processEnvironment === undefined || facts.processEnvironment.has(name)) return undefined
  return {
    code: 'unknown-variable',
    message: `the environment variable ${name} is not set`,
    hint: `Set it (${name}=… apitest …), or write it into ${environmentFileHint(facts.missingEnvironmentFile)}.`,
  }
}
