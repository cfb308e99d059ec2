import { text } from './literals.ts'

/** A pattern of a suite as Python has it. */
export interface PythonPattern {
  /** The pattern as an expression. */
  readonly code: string
  /** True where all of a text must match, which is said by the function that is called. */
  readonly isWhole: boolean
  /** `re.ASCII`, or nothing: what the words for digits and letters mean. */
  readonly flags: string | undefined
}

/** Writes a pattern of JavaScript for `re`; undefined for what `re` has no word for. */
export function pythonPattern(pattern: string): PythonPattern | undefined {
  const [, flag = '', source = pattern] = /^(\(\?i\))(.*)$/s.exec(pattern) ?? []
  const anchored = /^\^(.*)\$$/s.exec(source)?.[1]
  const isWhole =
    anchored !== undefined && !/(^|[^\\])(\\\\)*\\$/.test(anchored) && !hasAlternatives(anchored)
  const written = translated(isWhole ? anchored : source)
  if (written === undefined) return undefined
  const hasSpaces = /\\[sS]/.test(written)
  const isAscii = /\\[dDwWbB]/.test(written) && !hasSpaces
  const plain = hasSpaces ? withoutWords(written) : written
  if (plain === undefined) return undefined
  return { code: raw(flag + plain), isWhole, flags: isAscii ? 're.ASCII' : undefined }
}

/** True where a `|` stands in no group. */
function hasAlternatives(source: string): boolean {
  const bare = source.replaceAll(/\\./gs, '').replaceAll(/\[[^\]]*\]/g, '')
  let depth = 0
  for (const one of bare) {
    if (one === '(') depth++
    if (one === ')') depth--
    if (one === '|' && depth === 0) return true
  }
  return false
}

const unit = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<\w+>|[1-9]\d?|.)|\(\?<(?![=!])|\(\?<[=!]|\[\^?|[^\\]/gsu

function translated(source: string): string | undefined {
  let isClass = false
  let code = ''
  for (const [one] of source.matchAll(unit)) {
    const next = isClass ? inClass(one) : outside(one)
    if (next === undefined) return undefined
    if (one === ']') isClass = false
    else if (!isClass && /^\[\^?$/.test(one)) isClass = true
    code += next
  }
  return /\[\^?\]|\(\?<[=!][^)]*[*+{|]/.test(code) ? undefined : code.replaceAll('{,', '\\{,')
}

function outside(one: string): string | undefined {
  if (one === '$') return '\\Z'
  if (one === '(?<') return '(?P<'
  if (one.startsWith('\\k<')) return `(?P=${one.slice(3, -1)})`
  return escapeOf(one)
}

/** Within brackets, where Python warns of what may mean sets of sets one day. */
function inClass(one: string): string | undefined {
  if (/^\[\^?$/.test(one)) return `\\${one}`
  if (/^[&|~]$/.test(one)) return `\\${one}`
  return one === '\\b' ? '\\x08' : escapeOf(one)
}

function escapeOf(one: string): string | undefined {
  if (!one.startsWith('\\')) return one
  if (one === '\\0') return '\\x00'
  if (one === '\\/') return '/'
  return /^\\([dDwWsSbBnrtfv]|u.{4}|x..|[1-9]\d?|[^A-Za-z\d])$/su.test(one) ? one : undefined
}

/** With digits and letters spelt out, so that spaces can be those of Unicode. */
function withoutWords(code: string): string | undefined {
  if (/\\[DWbB]/.test(code)) return undefined
  let isClass = false
  return code.replace(/\\.|\[|\]/gs, one => {
    if (one === '[') isClass = true
    if (one === ']') isClass = false
    const spelt = one === '\\d' ? '0-9' : one === '\\w' ? 'A-Za-z0-9_' : undefined
    return spelt === undefined ? one : isClass ? spelt : `[${spelt}]`
  })
}

/** A raw text where it can be one. */
function raw(code: string): string {
  const isPlain = /^[ -~]*$/.test(code) && !/(^|[^\\])(\\\\)*\\$/.test(code)
  if (!code.includes('\\') || !isPlain) return text(code)
  if (!code.includes('"')) return `r"${code}"`
  return code.includes("'") ? text(code) : `r'${code}'`
}
