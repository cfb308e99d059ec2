import type { YamlSource } from '../../document/index.ts'
import { toleratesUnset } from '../../model/settings.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Problem, asWarning } from '../../model/problem.ts'
import { readArguments } from '../../template/functions/arguments.ts'
import { type Kind, kindOf, misfitOf, takesKind } from '../../template/functions/function-facts.ts'
import { callFunction } from '../../template/functions/index.ts'
import { Misuse } from '../../template/functions/misuse.ts'
import { type FunctionCall, hasFunctions, keysOf, pipelineOf } from '../../template/functions/pipeline.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import type { PlacedTemplate } from '../../template/placeholders-in.ts'
import { functionFacts } from '../../generated/functions.ts'
import { defined } from '../../util/defined.ts'
import { slipOf } from '../../util/did-you-mean.ts'
import { property } from '../../util/read-values.ts'
import { everKnownNames, setElsewhere, settingsOfRun } from '../known-names.ts'
import { problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'

/** The functions of placeholders can be called, as far as that is known before anything is sent. */
export const validFunctions: Rule = (parsed, facts) => {
  const { source, suite, written } = parsed
  const templates = written.filledInTemplates().filter(callsFunctions)
  if (templates.length === 0) return []
  const known = everKnownNames(parsed, facts)
  if (known.has(anyName)) return []
  const elsewhere = new Set([
    ...setElsewhere(parsed, facts),
    ...facts.columns,
    ...[...facts.stepColumns.values()].flat(),
  ])
  const own: JsonObject = { ...suite.variables, ...suite.secrets }
  const values = Object.fromEntries(Object.entries(own).filter(([name]) => !elsewhere.has(name)))
  const problems = functionProblems(source, templates, known, values)
  // A suite that was imported may have names like that, which nothing sets.
  return toleratesUnset(settingsOfRun(parsed, facts))
    ? problems.map(one => (one.code === 'unknown-function' ? asWarning(one) : one))
    : problems
}

function callsFunctions({ parts }: PlacedTemplate): boolean {
  return parts.some(part => typeof part === 'object' && hasFunctions(part.name))
}

/** The problems of functions in texts; `names` may be those of variables, and `values` are the ones that are known. */
export function functionProblems(
  source: YamlSource,
  templates: readonly PlacedTemplate[],
  names: ReadonlySet<string>,
  values: JsonObject,
): readonly Problem[] {
  return templates.flatMap(({ parts, path }) =>
    parts.flatMap(part => {
      if (typeof part === 'string' || !hasFunctions(part.name)) return []
      if (possibleVariables(part.name).some(name => names.has(name))) return []
      const wrong = misuseIn(part.name, values)
      if (wrong === undefined) return []
      const { message, hint, unknown } = wrong
      const slip = unknown === undefined ? undefined : slipOf(unknown, functionFacts.keys())
      const code = unknown !== undefined ? 'unknown-function' : 'function-misuse'
      return [problemAt(source, path, code, message, defined({ hint, slip }))]
    }),
  )
}

/** The facts of a value before there is one. */
interface Known {
  readonly value?: JsonValue | undefined
  readonly kind?: Kind | undefined
}

function misuseIn(placeholder: string, values: JsonObject): Misuse | undefined {
  const pipeline = pipelineOf(placeholder)
  if (pipeline === undefined || pipeline instanceof Misuse) return pipeline
  let known: Known = knownValue(property(values, pipeline.subject))
  let given = `"${pipeline.subject}"`
  for (const call of pipeline.calls) {
    const next = afterCall(call, known, given)
    if (next instanceof Misuse) return next
    known = next
    given = `what ${call.name} gives`
  }
  return undefined
}

function knownValue(value: JsonValue | undefined): Known {
  if (value === undefined || holdsBraces(value)) return {}
  return { value, kind: kindOf(value) }
}

function afterCall(call: FunctionCall, { value, kind }: Known, given: string): Known | Misuse {
  const told = readArguments(call)
  if (told instanceof Misuse) return told
  const { name } = call
  const facts = functionFacts.get(name)
  if (facts === undefined) return {}
  if (kind !== undefined && !takesKind(facts, kind)) return new Misuse(misfitOf(name, facts, given, kind))
  if (value === undefined || keysOf(call).length > 0)
    return facts.gives === 'any' ? {} : { kind: facts.gives }
  const result = callFunction(call, value, given)
  return result instanceof Misuse ? result : { value: result, kind: kindOf(result) }
}
