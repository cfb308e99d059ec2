import { parse } from 'acorn'
import { PatternTimeout } from '../../patterns/index.ts'
import { idleAssertion } from './idle-assertion.ts'
import { idleTests, type TestsOfScript } from './idle-tests.ts'
import { isMember, isNode, memberPath, type Node, pathOf, textOf, walk } from './syntax-tree.ts'
import { anyName, type IdleAssertion, type ScriptFacts } from './script-facts.ts'
import { defined } from '../../util/defined.ts'

/** Reads a script as the sandbox does: `await` and `return` may stand outside of functions. */
export function readScript(source: string): ScriptFacts {
  const { program, problem } = programOf(source)
  return program === undefined ? { ...anyUse, ...defined({ problem }) } : factsOf(program)
}

/** The names that a script sets where they are written out, and `anyName` where it may set others: of a script that nobody judges. */
export function namesSetIn(source: string): readonly string[] {
  const { program } = programOf(source)
  return program === undefined ? anyUse.sets : effectOf(program).sets
}

/** The names of the tests in a script, as far as they are written out. */
export function testNamesIn(source: string): readonly string[] {
  const { program } = programOf(source)
  const names = new Set<string>()
  if (program !== undefined)
    walk(program, node => {
      if (node.type !== 'CallExpression' || pathOf(node['callee'] as Node)?.join('.') !== 'pm.test') return
      const [first] = node['arguments'] as readonly Node[]
      const name = first === undefined ? undefined : textOf(first)
      if (name !== undefined) names.add(name)
    })
  return [...names]
}

interface ReadProgram {
  readonly program?: Node
  readonly problem?: NonNullable<ScriptFacts['problem']>
}

/** The syntax tree of a script, or why there is none. */
export function programOf(source: string): ReadProgram {
  try {
    const program: unknown = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      locations: true,
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
    return isNode(program) ? { program } : {}
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function problemOf(error: unknown): NonNullable<ScriptFacts['problem']> {
  const { message = '', loc } = error as {
    readonly message?: string
    readonly loc?: Readonly<Record<string, number>>
  }
  const words = message.replace(/ \(\d+:\d+\)$/, '')
  return {
    message: words.charAt(0).toLowerCase() + words.slice(1),
    line: loc?.['line'] ?? 1,
    column: (loc?.['column'] ?? 0) + 1,
  }
}

/** The scopes of variables that scripts can write to. */
const scopes = new Set(['environment', 'variables', 'globals', 'collectionVariables'])

/** Methods that ask a scope something and set nothing. */
const readers = new Set(['get', 'has', 'unset', 'clear', 'toObject', 'replaceIn', 'toJSON', 'name'])

/** Words of what leaves out a request, or takes a variable its value, however a script comes by it. */
const leavingOut: readonly string[] = [
  ...['skipRequest', 'unset', 'clear', 'clearEnvironmentVariable', 'clearEnvironmentVariables'],
  ...['clearGlobalVariable', 'clearGlobalVariables'],
]

/** Functions of Postman's old interface whose first argument is the name of a variable that they set. */
const oldSetters = new Set(['setEnvironmentVariable', 'setGlobalVariable'])

/** A name is only taken for known where the call that sets it is written out; whatever else `pm` is used for may set any. */
function effectOf(program: Node): Pick<ScriptFacts, 'sets' | 'jumps' | 'leavesOut'> {
  const sets = new Set<string>()
  let jumps = false
  const mentioned = new Set<unknown>()
  walk(program, (node, parents) => {
    const use = useOf(node, parents)
    for (const name of use.sets ?? []) sets.add(name)
    jumps ||= use.jumps === true
    mentioned.add(node['name'])
  })
  const leavesOut = leavingOut.some(name => mentioned.has(name))
  return { sets: [...sets], jumps, ...(leavesOut ? { leavesOut } : {}) }
}

function factsOf(program: Node): ScriptFacts {
  const { body } = program
  const idle = idleIn(program)
  return {
    ...effectOf(program),
    ...(idle.length === 0 ? {} : { idle }),
    ...(Array.isArray(body) && body.length === 0 ? { isEmpty: true } : {}),
  }
}

/** Assertions that assert nothing; where none is such by itself, tests that nothing can fail. */
function idleIn(program: Node): readonly IdleAssertion[] {
  const idle: IdleAssertion[] = []
  walk(program, node => {
    const why = idleAssertion(node)
    if (why !== undefined) idle.push({ message: why, ...startOf(node) })
  })
  if (idle.length > 0) return idle
  const { idle: tests = [], sound } = testsIn(program) ?? {}
  return tests.map(({ node, why, isMinor }) => ({
    message: why,
    ...startOf(node),
    ...(sound === 0 && isMinor !== true ? {} : { isMinor: true }),
  }))
}

/** The tests of a script; undefined where a pattern takes too long, as then nobody knows. */
function testsIn(program: Node): TestsOfScript | undefined {
  try {
    return idleTests(program)
  } catch (error) {
    if (error instanceof PatternTimeout) return undefined
    throw error
  }
}

function startOf({ loc }: Node): { readonly line: number; readonly column: number } {
  const { start } = loc as { readonly start: { readonly line: number; readonly column: number } }
  return { line: start.line, column: start.column + 1 }
}

interface Use {
  readonly sets?: readonly string[]
  readonly jumps?: boolean
}

const anyUse = { sets: [anyName], jumps: true } satisfies Use

/** The use that one mention of `pm`, `postman`, `eval` or `Function` may be; nothing for any other node. */
function useOf(node: Node, parents: readonly Node[]): Use {
  const { name } = node
  if (node.type !== 'Identifier' || typeof name !== 'string' || isLabel(node, parents.at(-1))) return {}
  if (name === 'eval' || name === 'Function') return anyUse
  if (name !== 'pm' && name !== 'postman') return {}
  const { path, rest } = memberPath(node, parents)
  const call = rest.at(-1)
  const args = call?.type === 'CallExpression' && call['callee'] === path.node ? call['arguments'] : undefined
  return name === 'pm' ? useOfPm(path.names, args) : useOfPostman(path.names, args)
}

function useOfPm([first = '', second = '']: readonly string[], args: unknown): Use {
  if (first === '') return anyUse
  if (first === 'execution') return second === 'setNextRequest' || second === '' ? jumpOf(args) : {}
  if (!scopes.has(first) || readers.has(second)) return {}
  return second === 'set' ? { sets: [nameOf(args)] } : { sets: [anyName] }
}

function useOfPostman([first = '']: readonly string[], args: unknown): Use {
  if (first === '') return anyUse
  if (first === 'setNextRequest') return jumpOf(args)
  return oldSetters.has(first) ? { sets: [nameOf(args)] } : {}
}

/** `null` ends the steps, and never goes back. */
function jumpOf(args: unknown): Use {
  const [first] = Array.isArray(args) ? (args as readonly unknown[]) : []
  return {
    jumps: !(isNode(first) && first.type === 'Literal' && first['value'] === null && first['raw'] === 'null'),
  }
}

function nameOf(args: unknown): string {
  const [first] = Array.isArray(args) ? (args as readonly unknown[]) : []
  return textOf(first) ?? anyName
}

/** True where a name only labels something: a member, a key. */
function isLabel(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined || parent['computed'] === true) return false
  if (isMember(parent)) return parent['property'] === node
  return parent.type === 'Property' && parent['key'] === node && parent['shorthand'] !== true
}
