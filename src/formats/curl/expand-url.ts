/** Most URLs that one may stand for. */
const most = 100

/**
 * The URLs that a pattern of curl stands for: `{a,b}` and `[1-3]`, `[01-10:2]`, `[a-c]`. Undefined for more than a hundred,
 * and for what is no pattern of curl's.
 */
export function expandUrl(url: string): readonly string[] | undefined {
  const found = /\{([^{}]*)\}|\[([^[\]]*)\]/.exec(url)
  if (found === null) return [url]
  const [whole, choices, range] = found
  const before = url.slice(0, found.index)
  const values = choices === undefined ? rangeOf(range ?? '') : choices.split(',')
  // An address of IPv6 is in brackets, too.
  const literal = values === undefined && /^[\da-f:.]*$/i.test(range ?? '') && (range ?? '').includes(':')
  const here = literal ? [whole] : values
  const rest = expandUrl(url.slice(found.index + whole.length))
  if (here === undefined || rest === undefined || here.length * rest.length > most) return undefined
  return here.flatMap(value => rest.map(end => `${before}${value}${end}`))
}

function rangeOf(text: string): readonly string[] | undefined {
  const [, first, last, step = '1'] = /^(\d+|[a-z])-(\d+|[a-z])(?::(\d+))?$/i.exec(text) ?? []
  if (first === undefined || last === undefined || Number(step) < 1) return undefined
  const isNumber = /^\d+$/.test(first) && /^\d+$/.test(last)
  const from = isNumber ? Number(first) : first.charCodeAt(0)
  const to = isNumber ? Number(last) : last.charCodeAt(0)
  if (to < from || (to - from) / Number(step) > most) return undefined
  const count = Math.floor((to - from) / Number(step)) + 1
  const width = first.startsWith('0') ? first.length : 0
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * Number(step)
    return isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value)
  })
}
