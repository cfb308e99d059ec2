import { text } from './ruby-text.ts'
import type { Doc } from '../layout.ts'

/** A pattern of a suite as an expression of Ruby; undefined for what Ruby has no word for. */
export function rubyPattern(pattern: string): Doc | undefined {
  const [, flag, source = pattern] = /^(\(\?i\))(.*)$/s.exec(pattern) ?? []
  const code = translated(source)
  if (code === undefined) return undefined
  const flags = flag === undefined ? '' : 'i'
  const isPrintable = !/[\p{C}\p{Zl}\p{Zp}]/u.test(code)
  const isPlain = isPrintable && code.length < 90
  if (isPlain && !code.includes('/')) return `/${code}/${flags}`
  if (isPlain && !/[{}]/.test(code)) return `%r{${code}}${flags}`
  return ['Regexp.new(', text(code), flag === undefined ? ')' : ', Regexp::IGNORECASE)']
}

const unit = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<\w+>|[1-9]\d?|.)|\(\?<(?![=!])|\(\?<[=!]|\[\^?|[^\\]/gsu

/** In JavaScript a text has one beginning and one end, spaces are those of Unicode, and letters those of ASCII. */
function translated(source: string): string | undefined {
  const hasNames = /\(\?<(?![=!])/.test(source)
  // Where groups have names, the others have no numbers.
  if (hasNames && /\((?!\?)/.test(source.replace(/\\./gs, ''))) return undefined
  let isClass = false
  let code = ''
  for (const [one] of source.matchAll(unit)) {
    const next = isClass ? inClass(one) : outside(one)
    if (next === undefined) return undefined
    if (one === ']') isClass = false
    else if (!isClass && /^\[\^?$/.test(one)) isClass = true
    code += next
  }
  if (/\[\^?\]|\(\?<[=!][^)]*[*+{]/.test(code)) return undefined
  return code
    .replaceAll('{,', '\\{,')
    .replace(/#(?=[{$@])/g, '\\#')
    .replace(/(?<!\\)\[(\w|\\[dw])\]/g, '$1')
}

function outside(one: string): string | undefined {
  switch (one) {
    case '^':
      return '\\A'
    case '$':
      return '\\z'
    case '.':
      return '.'
    case ']':
      return '\\]'
    case '\\s':
      return '[[:space:]]'
    case '\\S':
      return '[^[:space:]]'
    case '\\b':
    case '\\B':
      return `(?a:${one})`
    default:
      return escapeOf(one, /^[-\w\s'"`,;:=!<>@#%&~/]$/)
  }
}

function inClass(one: string): string | undefined {
  if (/^\[\^?$/.test(one)) return `\\${one}`
  if (one === '&') return '\\&'
  if (one === '\\s') return '[:space:]'
  if (one === '\\S') return '[:^space:]'
  if (one === '\\b') return '\\x08'
  return escapeOf(one, /^[^\\\]^[&-]$/)
}

/** `plain` are characters that need no backslash here. */
function escapeOf(one: string, plain: RegExp): string | undefined {
  if (!one.startsWith('\\')) return one
  const rest = one.slice(1)
  if (/^x/.test(rest) && rest.length === 3) return `\\u00${rest.slice(1)}`
  if (/^(u.{4}|k<\w+>|[dDwWnrtfv0]|[1-9]\d?)$/.test(rest)) return one
  if (/^[A-Za-z]/.test(rest)) return undefined
  return plain.test(rest) ? rest : one
}
