import { writeJson } from '../../util/exact-number.ts'
import type { Condition, Operand } from './conditions.ts'
import type { Resolve } from './check-of-condition.ts'

/** A condition in JavaScript, for a script behind the answer; undefined where a script cannot see what it speaks of. */
export function conditionScript(condition: Condition, resolve: Resolve): string | undefined {
  if ('parts' in condition) {
    const parts = condition.parts.map(part => conditionScript(part, resolve))
    if (parts.some(part => part === undefined)) return undefined
    return parts.map(part => `(${part})`).join(condition.kind === 'and' ? ' && ' : ' || ')
  }
  if (condition.kind === 'not') {
    const part = conditionScript(condition.part, resolve)
    return part === undefined ? undefined : `!(${part})`
  }
  if (condition.kind === 'truth') {
    const operand = operandScript(condition.operand, resolve)
    return operand === undefined ? undefined : `Boolean(${operand})`
  }
  const left = operandScript(condition.left, resolve)
  const right = operandScript(condition.right, resolve)
  if (left === undefined || right === undefined) return undefined
  if (condition.operator === '==') return `same(${left}, ${right})`
  if (condition.operator === '!=') return `!same(${left}, ${right})`
  return `${left} ${condition.operator} ${right}`
}

/** A test of a condition. Texts are compared without regard to case. */
export function testScript(name: string, condition: string): string {
  const same = condition.includes('same(')
    ? ['  const fold = value => (typeof value === "string" ? value.toLowerCase() : value)', sameLine]
    : []
  return [
    `pm.test(${JSON.stringify(name)}, () => {`,
    ...same,
    `  pm.expect(${condition}).to.be.true`,
    '})',
  ].join('\n')
}

const sameLine = '  const same = (one, other) => fold(one ?? null) == fold(other ?? null)'

function operandScript(operand: Operand, resolve: Resolve): string | undefined {
  if (operand.kind === 'literal') return writeJson(operand.value)
  const found = resolve(operand.text)
  if (found === undefined) return undefined
  if ('target' in found) return targetScript(found.target)
  const [, name] = typeof found.value === 'string' ? (/^\{\{([^{}|]+)\}\}$/.exec(found.value) ?? []) : []
  if (name === undefined) return writeJson(found.value)
  const [, variable = '', inside = ''] = /^([^.[]+)(.*)$/.exec(name) ?? []
  return `pm.variables.get(${JSON.stringify(variable)})${ways(inside)}`
}

function targetScript(target: string): string | undefined {
  if (target === 'status') return 'pm.response.code'
  const [, header] = /^header (.+)$/.exec(target) ?? []
  if (header !== undefined) return `pm.response.headers.get(${JSON.stringify(header)})`
  return target.startsWith('$') ? `pm.response.json()${ways(target.slice(1))}` : undefined
}

/** A way into a value that need not be there. */
function ways(path: string): string {
  return path.replace(/\.(?=[A-Za-z_])|\[(?=\d|")/g, found => (found === '.' ? '?.' : '?.['))
}
