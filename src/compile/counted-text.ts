import type { Counted } from '../model/conversion.ts'
import { singular } from './singular.ts'

/** How many of what: `12 images`, `1 other file`, `1 CORS preflight`, `1 command that suites cannot carry out`. */
export function countedText({ reason: words, count }: Pick<Counted, 'reason' | 'count'>): string {
  if (count !== 1) return `${count} ${words}`
  const one = words.replace(
    /^((?:(?:other|event|unreadable|[A-Z]{2,}) )?)(\w+)/,
    (_, other: string, noun: string) => other + singular(noun),
  )
  return `1 ${one}`
}
