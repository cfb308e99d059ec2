import type { JudgedThreshold, LoadFigures, LoadResult, LoadSecond } from '../../model/load-test.ts'
import { type Markup, markup } from '../html/markup.ts'
import { chart, type Limit, type Line, type Point, type Stretch } from './chart.ts'
import { areJudged, latencyText, perSecond } from './load-lines.ts'
import { thresholdParts } from './threshold-metric.ts'

/** A second with when it began, in seconds, and counts as they are in a whole one. */
interface WholeSecond extends LoadSecond {
  readonly from: number
  readonly to: number
  readonly rate: number
  readonly failed: number
}

/** The value that is drawn for a second; nothing where nothing was measured in it. */
type Value = (second: WholeSecond) => number | undefined

/** The course of a load test, and how its times are spread. */
export function charts(result: LoadResult): Markup | undefined {
  const { seconds, all } = result
  if (seconds.length === 0) return undefined
  const places = wholeSeconds(seconds)
  const line = (name: string, tone: string, value: Value): Line => ({
    name,
    tone,
    points: courseOf(places, value),
  })
  const stairs = (name: string, tone: string, value: Value): Line => ({
    ...{ name, tone, points: stairsOf(places, value), isFilled: true },
  })
  const time = { placeText: (seconds: number) => `${Number(seconds.toFixed(1))} s` }
  const errors = stairs('errors', 'hot', ({ failed }) => failed)
  return markup`<section class="charts" aria-label="Over time">
${chart({
  title: 'How long answers took',
  lines: [
    line('half', 'calm', answered('p50')),
    { ...line('95 %', 'warm', answered('p95')), isDashed: true },
    line('99 %', 'hot', answered('p99')),
  ],
  valueText: latencyText,
  ...time,
  limits: limitsOf(result),
  blanks: { name: 'no answers', stretches: silences(places) },
})}
${chart({
  title: 'Requests in a second',
  lines: [stairs('requests', 'calm', ({ rate }) => rate)],
  valueText: perSecond,
  ...time,
})}
${all.errors === 0 ? undefined : chart({ title: 'Errors in a second', lines: [errors], valueText: perSecond, isWhole: true, ...time })}
${chart({ title: 'Callers at work', lines: [stairs('callers', 'calm', ({ callers }) => callers)], valueText: String, isWhole: true, ...time })}
${histogramChart(all)}
</section>`
}

/** A share of a second in which there were answers. */
function answered(share: 'p50' | 'p95' | 'p99'): Value {
  return second => (second.requests === 0 ? undefined : second[share])
}

/** Values at the ends of seconds; where a line begins, it does so where its second does. */
function courseOf(places: readonly WholeSecond[], value: Value): readonly Point[] {
  return places.flatMap((place, index): Point[] => {
    const before = places[index - 1]
    const y = value(place)
    const begins = before === undefined || value(before) === undefined
    return begins && y !== undefined
      ? [
          [place.from, y],
          [place.to, y],
        ]
      : [[place.to, y]]
  })
}

/** A value from the beginning of each second to its end. */
function stairsOf(places: readonly WholeSecond[], value: Value): readonly Point[] {
  return places.flatMap((place): Point[] => [
    [place.from, value(place)],
    [place.to, value(place)],
  ])
}

/** Stretches of seconds in which nothing was answered. */
function silences(places: readonly WholeSecond[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const { from, to, requests } of places) {
    if (requests > 0) continue
    const last = stretches.at(-1)
    if (last?.[1] === from) stretches.splice(-1, 1, [last[0], to])
    else stretches.push([from, to])
  }
  return stretches
}

/** The limits that the lines of the times were not to pass. */
function limitsOf(result: LoadResult): readonly Limit[] {
  return result.thresholds.flatMap(one => limitOf(one, areJudged(result)))
}

function limitOf(judged: JudgedThreshold, isJudged: boolean): readonly Limit[] {
  const parts = thresholdParts(judged)
  const isDrawn =
    parts !== undefined &&
    judged.file === undefined &&
    parts.step === undefined &&
    ['p50', 'p95', 'p99'].includes(parts.metric) &&
    parts.operator.startsWith('<')
  return isDrawn ? [{ value: parts.limit, name: judged.threshold, isMissed: isJudged && !judged.met }] : []
}

/** The last second of a load test is often a part of one, and too short to tell anything. */
function wholeSeconds(seconds: readonly LoadSecond[]): readonly WholeSecond[] {
  return seconds.flatMap((second, index) => {
    const [from, to] = [(seconds[index - 1]?.at ?? 0) / 1000, second.at / 1000]
    const length = to - from
    if (length < 0.3 && seconds.length > 1) return []
    return [{ ...second, from, to, rate: second.requests / length, failed: second.errors / length }]
  })
}

function histogramChart({ latency }: LoadFigures): Markup | undefined {
  const points = histogram(latency)
  if (points.length === 0) return undefined
  return chart({
    title: 'How many answers took how long',
    lines: [{ name: 'requests', tone: 'calm', points, isFilled: true }],
    valueText: String,
    placeText: latencyText,
    isWhole: true,
    isLogarithmic: true,
  })
}

/** Milliseconds and how many took about so long: from bucket to bucket a fifth longer. */
function histogram({ buckets }: LoadFigures['latency']): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>()
  for (const [microseconds, count] of buckets) {
    const step = Math.floor(Math.log(Math.max(1, microseconds)) / Math.log(1.2))
    counts.set(step, (counts.get(step) ?? 0) + count)
  }
  const known = [...counts.keys()]
  if (known.length === 0) return []
  const [first, last] = [Math.min(...known) - 1, Math.max(...known) + 1]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const step = first + index
    return [1.2 ** (step + 0.5) / 1000, counts.get(step) ?? 0] as const
  })
}
