import { type Markup, markup } from '../html/markup.ts'

/** A line of a chart: what it is called, how it is drawn, and its points. */
export interface Line {
  readonly name: string
  /** The class that gives its colour. */
  readonly tone: string
  readonly points: readonly (readonly [x: number, y: number])[]
  /** Whether the room below it is filled. */
  readonly isFilled?: boolean
}

/** What a chart shows. */
export interface Chart {
  readonly title: string
  readonly lines: readonly Line[]
  /** How a value at the left is written, and one below. */
  readonly valueText: (value: number) => string
  readonly placeText: (value: number) => string
  /** The steps between the places below double, as fits times of very different length. */
  readonly isLogarithmic?: boolean
  /** A value that was not to be passed. */
  readonly limit?: { readonly value: number; readonly name: string }
}

const width = 720
const height = 190
const left = 64
const right = 24
const bottom = 24
const top = 10

/** A chart as a figure that needs no script: lines over time, or a histogram. */
export function chart({ title, lines, valueText, placeText, isLogarithmic = false, limit }: Chart): Markup {
  const places = lines.flatMap(({ points }) => points.map(([x]) => x))
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const steps = ticks(Math.max(1e-6, ...values, ...(limit === undefined ? [] : [limit.value])))
  const highest = steps.at(-1) ?? 1
  const scale = (x: number): number => (isLogarithmic ? Math.log(Math.max(x, 1e-3)) : x)
  const first = isLogarithmic ? scale(Math.min(...places)) : 0
  const span = Math.max(1e-9, scale(Math.max(...places)) - first)
  const atX = (x: number): number => left + ((scale(x) - first) / span) * (width - left - right)
  const atY = (y: number): number => top + (1 - y / highest) * (height - top - bottom)
  const below = isLogarithmic ? powers(places) : ticks(Math.max(1, ...places), 8)
  return markup`<figure class="chart"><figcaption>${title}${lines.map(({ name, tone }) => markup` <span class="legend"><i class="${tone}"></i>${name}</span>`)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${labelOf(title, lines, valueText)}">
${steps.map(value => markup`<line class="grid" x1="${left}" x2="${width - right}" y1="${round(atY(value))}" y2="${round(atY(value))}"/><text class="value" x="${left - 8}" y="${round(atY(value) + 4)}">${valueText(value)}</text>`)}
${below.map(place => markup`<text class="place" x="${round(atX(place))}" y="${height - 6}">${placeText(place)}</text>`)}
${lines.map(line => drawn(line, atX, atY))}
${limit === undefined ? undefined : markup`<line class="limit" x1="${left}" x2="${width - right}" y1="${round(atY(limit.value))}" y2="${round(atY(limit.value))}"/><text class="limit-name" x="${width - right - 2}" y="${round(atY(limit.value) - 4)}">${limit.name}</text>`}
</svg></figure>`
}

function drawn(
  { points, tone, isFilled = false }: Line,
  atX: (x: number) => number,
  atY: (y: number) => number,
): Markup {
  const path = points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(atX(x))} ${round(atY(y))}`)
    .join('')
  const [[first] = [0]] = points
  const [last] = points.at(-1) ?? [0]
  const area = isFilled
    ? markup`<path class="area ${tone}" d="${`${path}L${round(atX(last))} ${round(atY(0))}L${round(atX(first))} ${round(atY(0))}Z`}"/>`
    : undefined
  const dot =
    points.length === 1
      ? points.map(
          ([x, y]) => markup`<circle class="${tone}" cx="${round(atX(x))}" cy="${round(atY(y))}" r="3"/>`,
        )
      : undefined
  return markup`${area}<path class="line ${tone}" d="${path}"/>${dot}`
}

/** Round numbers from 0 to the first that is no less than the highest. */
export function ticks(highest: number, most = 4): readonly number[] {
  const rough = highest / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(one => one * power).find(one => one >= rough) ?? rough
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  )
}

function powers(places: readonly number[]): readonly number[] {
  const from = Math.floor(Math.log10(Math.max(1e-3, Math.min(...places))))
  const to = Math.ceil(Math.log10(Math.max(...places)))
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)).filter(
    power => power >= Math.min(...places) && power <= Math.max(...places),
  )
}

/** What a chart shows, for who cannot see it. */
function labelOf(title: string, lines: readonly Line[], valueText: (value: number) => string): string {
  const facts = lines.map(({ name, points }) => {
    const most = Math.max(0, ...points.map(([, y]) => y))
    return `${name} up to ${valueText(most)}`
  })
  return `${title}: ${facts.join(', ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
