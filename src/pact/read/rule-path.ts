import type { PathToken } from '../matching-rule.ts'

const step = /\.\*|\.([^.[\]'"*]+)|\[\*\]|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/** Reads the path of a matching rule, `$.items[*]['unit price']`; undefined when it is none. */
export function parseRulePath(text: string): readonly PathToken[] | undefined {
  if (!text.startsWith('$')) return undefined
  const tokens: PathToken[] = [{ kind: 'root' }]
  let at = 1
  while (at < text.length) {
    step.lastIndex = at
    const match = step.exec(text)
    if (match === null) return undefined
    tokens.push(tokenOf(match))
    at = step.lastIndex
  }
  return tokens
}

function tokenOf([whole, name, index, single, double]: RegExpExecArray): PathToken {
  if (whole === '.*') return { kind: 'any' }
  if (whole === '[*]') return { kind: 'any-index' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  return { kind: 'name', name: name ?? (single ?? double ?? '').replace(/\\(.)/g, '$1') }
}
