import type { JsonValue } from '../../model/json.ts'
import type { Target } from '../../model/expectation.ts'
import { AssertionTrial } from './assertion-trial.ts'
import { valuesByKind } from './assertion.ts'
import { mayEnd } from './calls.ts'
import { dataFlow, variableOf } from './data-flow.ts'
import { symbolOf } from './evaluate.ts'
import { programOf } from './read-script.ts'
import { isNode, type Node, walk } from './syntax-tree.ts'

/** The content that a script gives a variable: one of these values, or a part of the answer. */
export type SetValue = { readonly values: readonly JsonValue[] } | { readonly target: Target }

const parts: Readonly<Record<string, Target>> = {
  'pm.response.code': { kind: 'status' },
  'responseCode.code': { kind: 'status' },
  'pm.response.responseTime': { kind: 'time' },
  responseTime: { kind: 'time' },
  'pm.response.text()': { kind: 'text' },
  responseBody: { kind: 'text' },
}

/** The content that a script gives a variable in any case; undefined where that is not so, or nobody knows. */
export function valueSetIn(source: string, name: string): SetValue | undefined {
  const { program } = programOf(source)
  const call = program === undefined ? undefined : onlyCall(program, `{${name}}`)
  const set = (call?.['arguments'] as readonly unknown[] | undefined)?.[1]
  if (program === undefined || !isNode(set)) return undefined
  const trial = new AssertionTrial(program, dataFlow(program))
  const target = parts[symbolOf(set, trial.place) ?? '']
  if (target !== undefined) return { target }
  const values = trial.valuesByStatus(set) ?? valuesByKind(set)
  return values?.every(isKept) === true ? { values } : undefined
}

/** The call that sets a variable, where there is one alone, which every run of the script comes to. */
function onlyCall(program: Node, variable: string): Node | undefined {
  const calls: Node[] = []
  walk(program, node => {
    if (variableOf(node, 'set') === variable) calls.push(node)
  })
  const [only, ...others] = calls
  const statements = program['body'] as readonly Node[]
  const index = statements.findIndex(one => one['expression'] === only)
  const isReached = index >= 0 && !statements.slice(0, index).some(mayEnd)
  return others.length === 0 && isReached ? only : undefined
}

/** True where a variable keeps a value as it is. */
function isKept(value: unknown): value is JsonValue {
  return /^(?:string|number|boolean)$/.test(typeof value)
}
