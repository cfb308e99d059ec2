import type { AnyNode } from 'acorn'
import { noneShared } from '../../context.ts'
import { parseScript } from '../javascript/syntax.ts'
import { objectName } from './checks/value.ts'
import { readScript, type Script } from './script.ts'

/** The values that the scripts of a collection put into variables. */
export interface ScriptedVariables {
  /** Variables that scripts only ever set to text. */
  readonly texts: ReadonlySet<string>
  /** Variables that scripts set to something else, or to something unknown. */
  readonly others: ReadonlySet<string>
  /** True where a script may set any variable at all, such as by a name that it computes. */
  readonly mayBeAny: boolean
}

/** Looks through all scripts of a collection for the variables they set. A script that cannot be read may set any. */
export function scriptedVariables(sources: readonly string[]): ScriptedVariables {
  const texts = new Set<string>()
  const others = new Set<string>()
  let mayBeAny = false
  for (const source of new Set(sources))
    for (const { variable, isText } of writesIn(source)) {
      if (variable === undefined) mayBeAny ||= !isText
      else (isText ? texts : others).add(variable)
    }
  return { texts: new Set([...texts].filter(name => !others.has(name))), others, mayBeAny }
}

interface ScriptWrite {
  readonly variable: string | undefined
  readonly isText: boolean
}

const anyVariable: readonly ScriptWrite[] = [{ variable: undefined, isText: false }]

function writesIn(source: string): readonly ScriptWrite[] {
  const program = parseScript(source)
  if (program === undefined) return anyVariable
  try {
    const options = { phase: 'after', texts: new Set<string>(), shared: noneShared } as const
    const script = readScript(source, program, options)
    const { scopes, accesses } = script
    if (scopes.opaqueFrom < Infinity) return anyVariable
    const calls = new Map(scopes.calls.map(({ node }) => [node.start, node]))
    return accesses
      .filter(({ kind }) => kind === 'write')
      .map(({ variable, start }) => ({ variable, isText: isTextOrNothing(calls.get(start), script) }))
  } catch (error) {
    // A script nested deeper than the stack of calls is.
    if (error instanceof RangeError) return anyVariable
    throw error
  }
}

/** True where a call sets a variable to text, or takes it away. */
function isTextOrNothing(node: (AnyNode & { type: 'CallExpression' }) | undefined, script: Script): boolean {
  const name = node === undefined ? undefined : objectName(script.evaluate(node.callee))
  if (node === undefined || name === undefined) return false
  if (/\.(?:unset|clear)$|^postman\.clear\w+$/.test(name)) return true
  const [, given] = node.arguments
  const value = given === undefined ? undefined : script.evaluate(given)
  if (value?.kind === 'literal') return typeof value.value === 'string'
  return value?.kind === 'text' || value?.kind === 'header' || (value?.kind === 'template' && value.isText)
}
