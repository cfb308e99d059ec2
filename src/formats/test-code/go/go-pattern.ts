/** The parts of a pattern of JavaScript that are the same in Go. Groups that look around, references and the like are not. */
const token =
  /\\[dDsSwWbBnrtfv]|\\x[\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\p\{\w{1,2}\}|\\P\{\w{1,2}\}|\\[^\w\s]|\(\?:|\(\?<[A-Za-z_]\w*>|\((?!\?)|\{\d{1,3}(?:,\d{0,3})?\}|[^\\()]/suy

/** The characters that `\\s` of JavaScript finds, inside of a class. */
const spaces = '\\s\\v\\p{Z}\\x{feff}'

/**
 * A pattern of a suite as Go has it (RE2), or undefined where Go has no word for it. `(?i)` in front ignores upper and lower
 * case in both.
 */
export function goPattern(pattern: string): string | undefined {
  const [, flag = '', source = ''] = /^(\(\?i\))?(.*)$/s.exec(pattern) ?? []
  if (/\{\d{4}/.test(source)) return undefined
  let written = flag
  let isInClass = false
  token.lastIndex = 0
  for (let at = 0; at < source.length; at = token.lastIndex) {
    if (source.startsWith(')', at)) {
      written += ')'
      token.lastIndex = at + 1
      continue
    }
    token.lastIndex = at
    const [found] = token.exec(source) ?? []
    if (found === undefined) {
      if (!isInClass || !/[()]/.test(source[at] ?? '')) return undefined
      written += `\\${source[at]}`
      token.lastIndex = at + 1
      continue
    }
    const said = isInClass ? inClass(found) : outside(found)
    if (said === undefined) return undefined
    if (!isInClass && found === '[') isInClass = true
    else if (isInClass && found === ']') isInClass = false
    // An empty class, and one that begins with its own end, mean something else in Go.
    if (!isInClass && found === ']' && /(^|[^\\])\[\^?\]$/.test(written + said)) return undefined
    written += said
  }
  return written
}

function outside(found: string): string | undefined {
  if (found === '\\s') return `[${spaces}]`
  if (found === '\\S') return `[^${spaces}]`
  return same(found)
}

function inClass(found: string): string | undefined {
  if (found === '\\s') return spaces
  if (found === '\\S' || found === '\\B') return undefined
  if (found === '\\b') return '\\x08'
  if (found === '[') return '\\['
  if (found.startsWith('(') || /^\{\d/.test(found)) return found.replace(/[()?:<>{}]/g, '\\$&')
  return same(found)
}

function same(found: string): string | undefined {
  const [, code] = /^\\u([\da-fA-F]{4})$/.exec(found) ?? []
  if (code !== undefined) return /^[dD][89a-fA-F]/.test(code) ? undefined : `\\x{${code}}`
  // Go takes a backslash before punctuation of ASCII only.
  if (/^\\[^\p{ASCII}]$/u.test(found)) return found.slice(1)
  return found
}
