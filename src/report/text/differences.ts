/** The sides of one place that differs, in a message; a side is absent where nothing is expected, or nothing was found. */
export interface DifferingPlace {
  readonly place: string
  readonly expected?: string
  readonly found?: string
}

/** A message in its parts. */
export interface ToldDifferences {
  readonly message: string
  readonly places: readonly DifferingPlace[]
  /** `… and 30 places more`. */
  readonly rest?: string
}

/** A message that lists what differs, `- /name: "Ada"` for what is expected and `+ /name: "Bob"` for what was found; undefined for any other. */
export function differencesIn(text: string): ToldDifferences | undefined {
  const [message = '', ...lines] = text.split('\n')
  const last = lines.at(-1)
  const rest = last?.startsWith('\u2026 and ') === true ? lines.pop() : undefined
  const places: DifferingPlace[] = []
  for (const line of lines) {
    const [, sign, place = '', value = ''] = /^([-+]) (.*?): (.*)$/s.exec(line) ?? []
    const before = places.at(-1)
    if (sign === '-') places.push({ place, expected: value })
    else if (sign !== '+') return undefined
    else if (before?.place === place && before.found === undefined)
      places[places.length - 1] = { ...before, found: value }
    else places.push({ place, found: value })
  }
  if (places.length === 0) return undefined
  return rest === undefined ? { message, places } : { message, places, rest }
}
