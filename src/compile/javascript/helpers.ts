/** Small functions that generated code has at its end where it needs them, each with those it needs itself. */
const helpers = {
  textOf: {
    needs: [],
    code: `/** Text as it is, anything else as JSON. */
function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}`,
  },
  same: {
    needs: ['textOf', 'sameJson'],
    code: `/** Text compares with a value's text, anything else as JSON, whatever the order of keys. */
function same(actual, expected) {
  if (actual === undefined || expected === undefined) return false
  if (typeof expected === 'string') return textOf(actual) === expected
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return actual === expected
  const keys = Object.keys(expected)
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    Object.keys(actual).length === keys.length &&
    keys.every(key => key in actual && sameJson(actual[key], expected[key]))
  )
}
`,
  },
  sameJson: {
    needs: ['same'],
    code: `/** The same by value and type. */
function sameJson(actual, expected) {
  return typeof expected === 'string' ? actual === expected : same(actual, expected)
}`,
  },
  contains: {
    needs: ['same', 'textOf', 'isObject'],
    code: `/** A part of a text, an item of a list, or members of an object. */
function contains(actual, expected) {
  if (actual === undefined) return false
  if (Array.isArray(actual)) return actual.some(item => same(item, expected))
  if (isObject(actual) && isObject(expected))
    return Object.keys(expected).every(key => key in actual && same(actual[key], expected[key]))
  return textOf(actual).includes(textOf(expected))
}`,
  },
  containsNearly: {
    needs: ['contains', 'same', 'isObject'],
    code: `/** The same but for types, or one of several items, or members of an item. */
function containsNearly(actual, expected) {
  const nearly = (one, other) => same(one, typeof other === 'number' || typeof other === 'boolean' ? String(other) : other)
  const hasAll = one => Object.keys(expected).every(key => key in one && nearly(one[key], expected[key]))
  if (contains(actual, expected)) return true
  if (isObject(actual)) return isObject(expected) && hasAll(actual)
  if (!Array.isArray(actual)) return false
  return actual.some(
    item =>
      nearly(item, expected) ||
      (Array.isArray(expected) && expected.some(one => nearly(item, one))) ||
      (isObject(item) && isObject(expected) && hasAll(item)),
  )
}`,
  },
  holdsNearly: {
    needs: ['containsNearly', 'textOf'],
    code: `/** The same, or a text that stands anywhere in a list. */
function holdsNearly(actual, expected) {
  return containsNearly(actual, expected) || (typeof expected === 'string' && textOf(actual).includes(expected))
}`,
  },
  isSingle: {
    needs: [],
    code: `/** There, and neither a list nor an object. */
function isSingle(value) {
  return value !== undefined && (typeof value !== 'object' || value === null)
}`,
  },
  each: {
    needs: [],
    code: `/** Whether every item holds, of one or more. */
function each(list, holds) {
  return Array.isArray(list) && list.length > 0 && list.every(holds)
}`,
  },
  any: {
    needs: [],
    code: `/** Whether one of the items holds. */
function any(list, holds) {
  return Array.isArray(list) && list.some(holds)
}`,
  },
  isObject: {
    needs: [],
    code: `function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}`,
  },
  exists: {
    needs: [],
    code: `/** There, and neither null nor empty. */
function exists(value) {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}`,
  },
  isAbsent: {
    needs: ['exists', 'isObject'],
    code: `/** Nothing at the end of a path, nor anything in its way; null stands for all items or members. */
function isAbsent(root, path) {
  if (!root) return false
  let values = [root]
  for (const step of path) {
    const there = values.filter(value => value !== null && value !== '' && value !== false)
    const isFit = value =>
      typeof step === 'number' ? Array.isArray(value) : isObject(value) || (step === null && Array.isArray(value))
    if (there.length > 0 && !there.some(isFit)) return false
    values = there
      .filter(isFit)
      .flatMap(value => Object.keys(value).filter(key => step === null || key === String(typeof step === 'number' && step < 0 ? value.length + step : step)).map(key => value[key]))
  }
  return path.includes(null) ? values.length === 0 : !exists(values[0])
}`,
  },
  lengthOf: {
    needs: [],
    code: `/** Characters of a text, items of a list, keys of an object. */
function lengthOf(value) {
  if (typeof value === 'string') return Array.from(value).length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}`,
  },
  matches: {
    needs: ['same', 'isObject'],
    code: `/** Has at least these keys and items, lists in any order; markers such as <string> stand for values. */
function matches(actual, expected) {
  if (actual === undefined) return false
  if (Array.isArray(expected)) return Array.isArray(actual) && pairs(actual, expected)
  if (isObject(expected))
    return isObject(actual) && Object.keys(expected).every(key => key in actual && matches(actual[key], expected[key]))
  const marker = typeof expected === 'string' ? /^<([a-z-]+|regex:.*)>$/s.exec(expected) : null
  return marker === null ? same(actual, expected) : isKind(actual, marker[1], expected)
}

/** Whether every expected item has an item of its own. */
function pairs(actual, expected) {
  if (expected.length === 0) return true
  return actual.some(
    (item, index) =>
      matches(item, expected[0]) && pairs(actual.filter((_, other) => other !== index), expected.slice(1)),
  )
}

function isKind(value, kind, written) {
  if (kind === 'any') return true
  if (kind === 'integer') return Number.isInteger(value)
  if (kind === 'null') return value === null
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return isObject(value)
  if (['string', 'number', 'boolean'].includes(kind)) return typeof value === kind
  if (kind === 'uuid') return /^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$/i.test(value)
  if (kind === 'date-time') return /^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d/.test(value) && !isNaN(Date.parse(value))
  if (kind.startsWith('regex:')) return typeof value === 'string' && new RegExp(kind.slice(6)).test(value)
  return same(value, written)
}`,
  },
  jsonOf: {
    needs: [],
    code: `/** The JSON of an answer of k6; undefined when it is none. */
function jsonOf(answer) {
  try {
    return answer.json()
  } catch {
    return undefined
  }
}`,
  },
  parseCsv: {
    needs: [],
    code: `/** The rows of a CSV text, by the names in its first line. */
function parseCsv(text) {
  const lines = []
  let row = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\\r\\n]*))(,|\\r?\\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') lines.push(row)
    row = []
  }
  const [names, ...rows] = lines
  return rows.map(values => Object.fromEntries(names.map((name, index) => [name.trim(), values[index]])))
}`,
  },
} as const

export type HelperName = keyof typeof helpers

/** The code of these helpers, and of those that they need. */
export function helperCode(names: Iterable<HelperName>): readonly string[] {
  const all = new Set<HelperName>()
  const add = (name: HelperName): void => {
    if (all.has(name)) return
    all.add(name)
    for (const other of helpers[name].needs) add(other)
  }
  for (const name of names) add(name)
  return [...all].map(name => helpers[name].code)
}
