import { type Markup, markup } from '../html/markup.ts'

/** A place and a value there; where there is none, the line is broken. */
export type Point = readonly [x: number, y: number | undefined]

/** From a place to another. */
export type Stretch = readonly [from: number, to: number]

/** A line of a chart: what it is called, how it is drawn, and its points. */
export interface Line {
  readonly name: string
  /** The class that gives its colour. */
  readonly tone: string
  readonly points: readonly Point[]
  /** True where the room below it is filled. */
  readonly isFilled?: boolean
  /** Drawn above those that are not, so that two that coincide are both seen. */
  readonly isDashed?: boolean
}

/** A value that was not to be passed. */
export interface Limit {
  readonly value: number
  readonly name: string
  readonly isMissed: boolean
}

/** The content of a chart. */
export interface Chart {
  readonly title: string
  readonly lines: readonly Line[]
  /** How a value at the left is written, and one below. */
  readonly valueText: (value: number) => string
  readonly placeText: (value: number) => string
  /** True where there is nothing between a value and the next whole one. */
  readonly isWhole?: boolean
  /** The steps between the places below double, as fits times of very different length. */
  readonly isLogarithmic?: boolean
  readonly limits?: readonly Limit[]
  /** Where nothing could be measured, and how that is called. */
  readonly blanks?: { readonly name: string; readonly stretches: readonly Stretch[] }
}

/** Points of the page; the width is that of the page, and what is at the sides stands in the margins of the style. */
const height = 190
const bottom = 24
const top = 10

/** Units that lines are drawn in from left to right, before they are stretched to the width. */
const drawnWidth = 1000

/** A limit that is so many times the highest value is told and not drawn: it would press the lines flat. */
const farAway = 3

/** A part of the width in which a word has room on every screen. */
const roomForWords = 22

/** Where a place is, in a hundred parts of the width, and a value, in points from the top. */
interface Scales {
  readonly atX: (x: number) => number
  readonly atY: (y: number) => number
}

/** A chart as a figure that needs no script: lines over time, or a histogram. Its words keep their size at every width. */
export function chart(shown: Chart): Markup {
  const { title, lines, valueText, placeText, isLogarithmic = false, isWhole = false, limits = [] } = shown
  const places = lines.flatMap(({ points }) => points.map(([x]) => x))
  const most = Math.max(0, ...lines.flatMap(({ points }) => points.map(([, y = 0]) => y)))
  const near = limits.filter(({ value }) => value <= farAway * most)
  const highest = Math.max(most, ...near.map(({ value }) => value))
  const steps = ticks(highest === 0 ? 1 : highest, 4, isWhole ? 1 : 0)
  const furthest = Math.max(...places)
  const below = isLogarithmic ? powers(places) : ticks(furthest, 6, 1).filter(place => place <= furthest)
  const scales = scalesOf(places, steps.at(-1) ?? 1, isLogarithmic)
  const { atX, atY } = scales
  const line = (name: string, y: number): Markup =>
    markup`<line class="${name}" x1="0" x2="100%" y1="${round(y)}" y2="${round(y)}"/>`
  return markup`<figure class="chart"><figcaption>${title}${legend(
    shown,
    limits.filter(limit => !near.includes(limit)),
  )}</figcaption>
<svg class="plot" role="img" aria-label="${labelOf(shown)}">
${blanks(shown, scales)}
${steps.map(value => markup`${line('grid', atY(value))}<text class="value" x="-8" y="${round(atY(value) + 4)}">${valueText(value)}</text>`)}
${below.map(place => markup`<text class="place" x="${round(atX(place))}%" y="${height - 6}">${placeText(place)}</text>`)}
<svg width="100%" height="${height}" viewBox="0 0 ${drawnWidth} ${height}" preserveAspectRatio="none">${lines
    .toSorted((one, other) => Number(one.isDashed ?? false) - Number(other.isDashed ?? false))
    .map(one => drawn(one, scales))}</svg>
${near.map(({ value, name, isMissed }, index) => markup`<g class="${isMissed ? 'failed' : ''}">${line('limit', atY(value))}${limitName(name, atY(value), index)}</g>`)}
</svg></figure>`
}

function scalesOf(places: readonly number[], highest: number, isLogarithmic: boolean): Scales {
  const scale = (x: number): number => (isLogarithmic ? Math.log(Math.max(x, 1e-3)) : x)
  const first = isLogarithmic ? scale(Math.min(...places)) : 0
  const span = Math.max(1e-9, scale(Math.max(...places)) - first)
  return {
    atX: x => ((scale(x) - first) / span) * 100,
    atY: y => top + (1 - y / highest) * (height - top - bottom),
  }
}

/** Explains the colours, the stretches where nothing was measured, and the limits beyond the drawing. */
function legend({ lines, blanks: none, placeText }: Chart, far: readonly Limit[]): Markup {
  return markup`${lines.map(({ name, tone, isDashed }) => markup` <span class="legend"><i class="${tone}${isDashed === true ? ' dashed' : ''}"></i>${name}</span>`)}${
    none === undefined || none.stretches.length === 0
      ? undefined
      : markup` <span class="legend"><i class="blank"></i>${none.name}: ${stretchesText(none.stretches, placeText)}</span>`
  }${far.map(({ name }) => markup` <span class="legend">${name}: far above all of this</span>`)}`
}

function stretchesText(stretches: readonly Stretch[], placeText: Chart['placeText']): string {
  const shown = stretches.slice(0, 3).map(([from, to]) => `${placeText(from)} to ${placeText(to)}`)
  return [...shown, ...(stretches.length > 3 ? [`${stretches.length - 3} more`] : [])].join(', ')
}

function blanks({ blanks: none }: Chart, { atX }: Scales): readonly Markup[] {
  return (none?.stretches ?? []).map(([from, to]) => {
    const wide = atX(to) - atX(from)
    const words =
      wide < roomForWords
        ? undefined
        : markup`<text class="blank-name" x="${round(atX(from) + wide / 2)}%" y="${(top + height - bottom) / 2}">${none?.name}</text>`
    return markup`<rect class="blank" x="${round(atX(from))}%" width="${round(wide)}%" y="${top}" height="${height - top - bottom}"/>${words}`
  })
}

/** Above its line, or below it where there is no room; the first at the right, the next at the left, so that both are read. */
function limitName(name: string, y: number, index: number): Markup {
  const isRight = index % 2 === 0
  return markup`<text class="limit-name" x="${isRight ? '100%' : '0'}" text-anchor="${isRight ? 'end' : 'start'}" y="${round(y < top + 14 ? y + 14 : y - 4)}">${name}</text>`
}

function drawn({ points, tone, isFilled = false, isDashed = false }: Line, scales: Scales): Markup {
  const pieces = unbroken(points)
  const path = pieces.map(piece => pathOf(piece, scales)).join('')
  const floor = round(scales.atY(0))
  const under = pieces
    .map(piece => {
      const [[first] = [0]] = piece
      const [last] = piece.at(-1) ?? [0]
      return `${pathOf(piece, scales)}L${drawnX(last, scales)} ${floor}L${drawnX(first, scales)} ${floor}Z`
    })
    .join('')
  const area = isFilled ? markup`<path class="area ${tone}" d="${under}"/>` : undefined
  return markup`${area}<path class="line ${tone}${isDashed ? ' dashed' : ''}" d="${path}"/>`
}

/** A line in pieces, between which there are no values. */
function unbroken(points: readonly Point[]): readonly (readonly (readonly [number, number])[])[] {
  const pieces: (readonly [number, number])[][] = [[]]
  for (const [x, y] of points)
    if (y === undefined) pieces.push([])
    else pieces.at(-1)?.push([x, y])
  return pieces.filter(piece => piece.length > 0)
}

function pathOf(piece: readonly (readonly [number, number])[], scales: Scales): string {
  return piece
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${drawnX(x, scales)} ${round(scales.atY(y))}`)
    .join('')
}

function drawnX(x: number, { atX }: Scales): number {
  return round((atX(x) / 100) * drawnWidth)
}

/** Round numbers from 0 to the first that is no less than the highest, no finer than the least step. */
export function ticks(highest: number, most = 4, leastStep = 0): readonly number[] {
  const rough = Math.max(highest / most, leastStep)
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

/** Describes a chart for readers who cannot see it. */
function labelOf({ title, lines, valueText, placeText, blanks: none }: Chart): string {
  const facts = lines.map(({ name, points }) => {
    const most = Math.max(0, ...points.map(([, y = 0]) => y))
    return `${name} up to ${valueText(most)}`
  })
  const stretches = none?.stretches ?? []
  const blank = stretches.length === 0 ? [] : [`${none?.name}: ${stretchesText(stretches, placeText)}`]
  return `${title}: ${[...facts, ...blank].join(', ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
