import type { Check, Guard } from '../checks/check.ts'
import type { Facts } from '../checks/facts.ts'
import { guardsOf, type Evaluate, type Value } from '../checks/value.ts'
import { conditionOf } from '../values/condition.ts'
import { answerWord } from './answer-words.ts'
import type { Chain, Link, Reading, WordResult } from './chain.ts'
import { expectWord } from './expect-words.ts'

/** The checks that an assertion makes of the response. */
export interface Asserted {
  readonly checks: readonly Check[]
  readonly guards: readonly Guard[]
}

/** Words of chai that mean nothing. */
const fillers = new Set(
  'to be been is that which and has have with at of same but does still also'.split(' '),
)
const flags = new Set(['not', 'deep', 'nested', 'own', 'any', 'all'])

/** The checks of an assertion; the first word that has no equal when there is one. */
export function assertionOf(
  chain: Chain,
  evaluate: Evaluate,
  facts: Facts,
): Asserted | { readonly word: string } {
  const subject = chain.subject && (conditionOf(chain.subject, evaluate, facts) ?? evaluate(chain.subject))
  if (chain.subject !== undefined && subject === undefined) return { word: 'expect' }
  const start = { subject, flags: new Set<string>(), checks: [], evaluate, facts }
  return followLinks(chain.links, start)
}

function followLinks(links: readonly Link[], start: Reading): Asserted | { readonly word: string } {
  let reading: Reading = start
  for (const link of links) {
    if (link.arguments === undefined && fillers.has(link.name)) continue
    if (link.arguments === undefined && flags.has(link.name)) {
      reading = { ...reading, flags: new Set([...reading.flags, link.name]) }
      continue
    }
    const result = wordOf(link, reading)
    if (result === undefined) return { word: link.name }
    reading = {
      ...reading,
      subject: result.subject ?? reading.subject,
      checks: [...reading.checks, ...(result.checks ?? [])],
      facts: result.checks === undefined ? reading.facts : reading.facts.and(result.checks),
      flags: result.flag === undefined ? reading.flags : new Set([...reading.flags, result.flag]),
    }
  }
  if (reading.checks.length === 0) return { word: links.at(-1)?.name ?? 'expect' }
  return { checks: reading.checks, guards: start.subject === undefined ? [] : guardsOf(start.subject) }
}

function wordOf(link: Link, reading: Reading): WordResult {
  const isAnswer = reading.subject === undefined || isAnswerItself(reading.subject)
  return isAnswer ? answerWord(link, reading) : expectWord(link, reading)
}

/** `pm.expect(pm.response)`. */
function isAnswerItself(subject: Value): boolean {
  return subject.kind === 'object' && subject.name === 'pm.response'
}
