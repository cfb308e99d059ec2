const unit =
  /\\(?:u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|x[\dA-Fa-f]{2}|[pP]\{\w{1,2}\}|k<\w+>|[1-9]\d?|.)|\(\?<[=!]|\[\^?|[^\\]/gsu

/** A pattern of JavaScript for `preg_match`, with its delimiters; undefined for what PCRE has no word for. */
export function phpPattern(pattern: string): string | undefined {
  const [, flag = '', source = ''] = /^(\(\?i\))?(.*)$/s.exec(pattern) ?? []
  const mode = modeOf(source)
  let written = ''
  let isClass = false
  for (const [one] of source.matchAll(unit)) {
    const next = isClass && /^\[\^?$/.test(one) ? `\\${one}` : escapeOf(one, isClass, mode)
    if (next === undefined) return undefined
    if (one === ']') isClass = false
    else if (/^\[\^?$/.test(one)) isClass = true
    written += next
  }
  if (/\[\^?\]|\(\?<[=!][^)]*[*+{|]/.test(written)) return undefined
  const delimiter = ['/', '#', '~', '%', '@'].find(one => !written.includes(one))
  if (delimiter === undefined) return undefined
  const modifiers = `${flag === '' ? '' : 'i'}${mode === 'unicode' ? 'u' : ''}${written.includes('$') ? 'D' : ''}`
  return `${delimiter}${mode === 'words' ? '(*UTF)' : ''}${written.replaceAll('{,', String.raw`\{,`)}${delimiter}${modifiers}`
}

/**
 * With the flag for Unicode, PCRE finds digits and letters of all scripts, where JavaScript has those of ASCII in mind. What looks
 * at bytes needs it not, and where the ends of words are asked for, another flag stands at the beginning.
 */
type Mode = 'bytes' | 'unicode' | 'words'

function modeOf(source: string): Mode {
  const bare = source.replace(/\\[^\w]/g, '')
  if (/^[ -~]*$/.test(source) && !/\\[DWSsuxpP]|\.|\[\^/.test(bare)) return 'bytes'
  return /\\[bB]/.test(bare.replace(/\[[^\]]*\]/g, '')) ? 'words' : 'unicode'
}

/** Words for digits and letters, spelt out. */
const spelt: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_' }

function escapeOf(one: string, isClass: boolean, mode: Mode): string | undefined {
  const [, letter] = /^\\([dDwWsS])$/.exec(one) ?? []
  if (letter !== undefined) {
    const lower = letter.toLowerCase()
    const inside = mode === 'unicode' ? spelt[lower] : lower === 's' ? String.raw`\s\p{Z}\x{feff}` : undefined
    if (inside === undefined) return one
    if (!isClass) return `[${letter === lower ? '' : '^'}${inside}]`
    return letter === lower ? inside : undefined
  }
  if (!one.startsWith('\\')) return one
  if (isClass && one === String.raw`\b`) return String.raw`\x08`
  const [, code] = /^\\u\{?([\dA-Fa-f]+)\}?$/.exec(one) ?? []
  if (code !== undefined) return /^[dD][89a-fA-F]..$/.test(code) ? undefined : `\\x{${code}}`
  const [, same] = /^\\(\/|[bBnrtf]|x..|[pP]\{.*|k<.*|[1-9]\d?|[^A-Za-z\d])$/su.exec(one) ?? []
  return same === '/' ? '/' : same === undefined ? others[one] : one
}

const others: Readonly<Record<string, string>> = {
  [String.raw`\0`]: String.raw`\x00`,
  [String.raw`\v`]: String.raw`\x0b`,
}
