import type { LoadProfile } from '../model/load-test.ts'

/**
 * Milliseconds from the beginning at which the iteration with a number from 0 is to begin, of a load that comes at a rate.
 * While it ramps up the rate rises in a line from nothing, so that half as many come as in the same time behind it.
 */
export function intendedTime(
  number: number,
  { rate = 1, rampUp }: Pick<LoadProfile, 'rate' | 'rampUp'>,
): number {
  const perMillisecond = rate / 1000
  const inRampUp = (perMillisecond * rampUp) / 2
  return number < inRampUp
    ? Math.sqrt((2 * number * rampUp) / perMillisecond)
    : rampUp + (number - inRampUp) / perMillisecond
}

/** Milliseconds from the beginning at which a caller with a number from 0 is to begin: one after the other. */
export function callerStart(number: number, { callers, rampUp }: LoadProfile): number {
  return (rampUp * number) / callers
}
