import { setTimeout as wait } from 'node:timers/promises'
import type { Delay } from '../model/mock.ts'

/** Waits as long as a delay says; false where it is ended before. */
export function delayAnswer(delay: Delay, signal: AbortSignal): Promise<boolean> {
  return wait(delayTime(delay, Math.random), true, { signal, ref: false }).catch(() => false)
}

/** Milliseconds of a delay; `random` gives numbers from 0 to 1. */
export function delayTime(delay: Delay, random: () => number): number {
  if (delay.kind === 'fixed') return delay.time
  if (delay.kind === 'even') return delay.min + random() * (delay.max - delay.min)
  return delay.median * Math.exp((Math.log(delay.p99 / delay.median) / ninetyNinth) * normal(random))
}

/** How many standard deviations the 99th percentile lies above the middle of a normal distribution. */
const ninetyNinth = 2.326

/** A number of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
