import type { Check } from './checks.ts'

/** Says in the words of a framework that something must hold. */
export type AssertionStyle = (check: Check) => readonly string[]

/** `assert`, as pytest wants it. */
export function plainAssert(check: Check): readonly string[] {
  switch (check.kind) {
    case 'compare':
      return [`assert ${check.left} ${check.sign} ${check.right}`]
    case 'between':
      return [
        `assert ${check.low.value} ${check.low.sign} ${check.value} ${check.high.sign} ${check.high.value}`,
      ]
    case 'instance':
      return [`assert isinstance(${check.value}, ${check.type})`]
    case 'true':
      return [`assert ${check.condition.code}`]
    case 'filled':
      return [`assert ${check.value}`]
    default:
      return inLoop(check, plainAssert)
  }
}

/** The methods of `unittest.TestCase`. */
export function unittestAssert(check: Check): readonly string[] {
  switch (check.kind) {
    case 'compare':
      return [methodCall(check.left, check.sign, check.right)]
    case 'between': {
      const { low, value, high } = check
      const sign = low.sign === '<' ? '>' : '>='
      return [methodCall(value, sign, low.value), methodCall(value, high.sign, high.value)]
    }
    case 'instance':
      return [`self.assertIsInstance(${check.value}, ${check.type})`]
    case 'true': {
      const { code, binds } = check.condition
      const type = /^not isinstance\((.+), (\(dict, list\))\)$/.exec(code)
      if (type !== null) return [`self.assertNotIsInstance(${type[1]}, ${type[2]})`]
      if (binds === 'not' && !code.startsWith('not (')) return [`self.assertFalse(${code.slice(4)})`]
      return [`self.assertTrue(${code})`]
    }
    case 'filled':
      return [`self.assertTrue(${check.value})`]
    default:
      return inLoop(check, unittestAssert)
  }
}

function methodCall(left: string, sign: string, right: string): string {
  if (right === 'None' && (sign === 'is' || sign === 'is not'))
    return `self.${sign === 'is' ? 'assertIsNone' : 'assertIsNotNone'}(${left})`
  return `self.${methods[sign]}(${left}, ${right})`
}

const methods: Readonly<Record<string, string>> = {
  '==': 'assertEqual',
  '!=': 'assertNotEqual',
  '<': 'assertLess',
  '<=': 'assertLessEqual',
  '>': 'assertGreater',
  '>=': 'assertGreaterEqual',
  in: 'assertIn',
  'not in': 'assertNotIn',
  is: 'assertIs',
  'is not': 'assertIsNot',
}

function inLoop(
  check: Extract<Check, { kind: 'statement' | 'loop' }>,
  style: AssertionStyle,
): readonly string[] {
  if (check.kind === 'statement') return [check.code]
  return [`for ${check.item} in ${check.list}:`, ...indented(check.checks.flatMap(style))]
}

/** One step to the right. */
export function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => (line === '' ? line : `    ${line.replaceAll('\n', '\n    ')}`))
}
