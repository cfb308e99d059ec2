import type { AnyNode } from 'acorn'
import { isLoose } from '../javascript/bindings.ts'
import type { Scopes } from '../javascript/read-scopes.ts'
import { memberName, rootOf, unwrap } from '../javascript/syntax.ts'

/** One place of a script that reads or writes a variable of Postman. */
export interface Access {
  readonly kind: 'read' | 'write'
  /** Undefined when it may be any variable. */
  readonly variable: string | undefined
  readonly start: number
  /** True where it stands in a function that may be called from anywhere. */
  readonly anywhere: boolean
}

/** Every access of a script to variables of Postman, in the order of the text. */
export function variableAccesses(scopes: Scopes): readonly Access[] {
  return scopes.calls
    .flatMap(({ node, frame }) =>
      accessesOf(node, scopes).map(access => ({ ...access, anywhere: isLoose(frame) })),
    )
    .concat(legacyReads(scopes))
}

/** True where an access may be one to this variable. */
export function concerns(access: Access, variable: string): boolean {
  return access.variable === undefined || access.variable === variable
}

const writingMethods = new Set(
  [
    'set unset setEnvironmentVariable setGlobalVariable clearEnvironmentVariable clearGlobalVariable',
    'clear clearEnvironmentVariables clearGlobalVariables syncVariablesFrom',
  ]
    .join(' ')
    .split(' '),
)
const readingMethods = new Set(
  'get has getEnvironmentVariable getGlobalVariable replaceIn toObject toJSON syncVariablesTo'.split(' '),
)
const namedMethods = new Set(
  [
    'set unset get has setEnvironmentVariable setGlobalVariable clearEnvironmentVariable clearGlobalVariable',
    'getEnvironmentVariable getGlobalVariable',
  ]
    .join(' ')
    .split(' '),
)

type PartialAccess = Omit<Access, 'anywhere'>

/** The accesses of a call, by the name of its method: whatever the object is, it may be a scope of variables. */
function accessesOf(node: AnyNode & { type: 'CallExpression' }, scopes: Scopes): readonly PartialAccess[] {
  const method = memberName(unwrap(node.callee))
  const { start } = node
  // A function that is given `pm` itself may do anything with it, and so may a text that runs as code.
  const { callee } = node
  if (
    (callee.type === 'Identifier' && callee.name === 'eval') ||
    node.arguments.some(argument => isPostman(argument, scopes))
  )
    return [
      { kind: 'read', variable: undefined, start },
      { kind: 'write', variable: undefined, start },
    ]
  if (typeof method !== 'string') return []
  const writes = writingMethods.has(method)
  if (!writes && !readingMethods.has(method)) return []
  const [first] = node.arguments
  const named = namedMethods.has(method) && first?.type === 'Literal' && typeof first.value === 'string'
  if (!named && !mayBeScope(node, scopes)) return []
  const variable = named ? String(first.value) : undefined
  const write: PartialAccess = { kind: 'write', variable, start }
  return writes ? [write] : [{ kind: 'read', variable, start }]
}

const scopeRoots = new Set(['pm', 'postman'])

/** True where the object of a call comes from `pm`, or from a variable that may hold a part of it. */
function mayBeScope(node: AnyNode & { type: 'CallExpression' }, scopes: Scopes): boolean {
  const root = rootOf(node)
  if (root.type !== 'Identifier') return false
  const binding = scopes.uses.get(root)?.binding
  if (binding === undefined) return scopeRoots.has(root.name)
  return binding.writes.some(({ value }) => value !== undefined && isPostman(rootOf(value), scopes))
}

function isPostman(node: AnyNode, scopes: Scopes): boolean {
  const root = unwrap(node)
  if (root.type === 'MemberExpression') {
    const name = memberName(root)
    return isPostman(root.object, scopes) && typeof name === 'string' && scopeNames.has(name)
  }
  return (
    root.type === 'Identifier' && scopeRoots.has(root.name) && scopes.uses.get(root)?.binding === undefined
  )
}

const scopeNames = new Set(['environment', 'globals', 'collectionVariables', 'variables'])

/** `environment.token` and `globals.token`, which hold what was there when the script began. */
function legacyReads(scopes: Scopes): readonly Access[] {
  return [...scopes.uses.values()]
    .filter(({ identifier, binding }) => binding === undefined && legacyRoots.has(identifier.name))
    .map(({ identifier }) => ({
      kind: 'read',
      variable: undefined,
      start: identifier.start,
      anywhere: false,
    }))
}

const legacyRoots = new Set(['environment', 'globals'])
