/** Words that no variable can be called. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with yield let static ' +
    'await async implements interface package private protected public undefined NaN Infinity arguments eval'
  ).split(' '),
)

/** Gives every variable of a collection a name of JavaScript, the same each time. */
export class CodeNames {
  readonly #identifiers = new Map<string, string>()
  readonly #taken: Set<string>

  /** `taken` are names that the code uses for something else. */
  constructor(taken: readonly string[]) {
    this.#taken = new Set([...reserved, ...taken])
  }

  /** Whether the code has a variable for this name. */
  has(name: string): boolean {
    return this.#identifiers.has(name)
  }

  /** `user-id` and `User id` are `userId`. */
  identifier(name: string): string {
    const known = this.#identifiers.get(name)
    if (known !== undefined) return known
    const wanted = camelCase(name)
    let free = wanted
    for (let number = 2; this.#taken.has(free); number++) free = `${wanted}${number}`
    this.#taken.add(free)
    this.#identifiers.set(name, free)
    return free
  }
}

function camelCase(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name
  const words = name.split(/[^A-Za-z\d]+/).filter(word => word !== '')
  const [first = 'value', ...rest] = words
  const joined = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalized)].join('')
  return /^\d/.test(joined) ? `value${joined}` : joined
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
