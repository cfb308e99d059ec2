import { type RuleResult, ruleWord } from '../../model/contract.ts'
import type { Exemption } from '../../model/exemption.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { Problem } from '../../model/problem.ts'
import { ignoresNothing } from './ignore-list.ts'

/** Which exemptions came up in a run, and which of them something needed. */
export class Exempting {
  /** By place: a suite that others use is read for each of them. */
  readonly #seen = new Map<string, Exemption>()
  readonly #needed = new Set<string>()

  /** Notes that exemptions hold for an exchange, whatever comes of it. */
  see(exemptions: readonly Exemption[]): void {
    for (const one of exemptions) this.#seen.set(placeOf(one), one)
  }

  /** The results without what is exempted, of an exchange that an operation is described for. */
  without(
    results: readonly RuleResult[],
    exemptions: readonly Exemption[],
    { response: { status } }: Exchange,
  ): readonly RuleResult[] {
    if (exemptions.length === 0) return results
    return results.filter(result => {
      if (result.outcome !== 'failed') return true
      const found = exemptions.filter(({ kind, value }) =>
        result.rule === 'status'
          ? kind === 'allow-statuses' && isStatus(value, String(status))
          : kind === 'ignore' && value === ruleWord(result.rule),
      )
      for (const one of found) this.need(one)
      return found.length === 0
    })
  }

  need(exemption: Exemption): void {
    this.#needed.add(placeOf(exemption))
  }

  /** Warns of the exemptions that nothing needed, of those that are asked for. */
  idle(isTold: (exemption: Exemption) => boolean): readonly Problem[] {
    return [...this.#seen]
      .filter(([place, one]) => !this.#needed.has(place) && isTold(one))
      .map(([, one]) => ignoresNothing(messages[one.kind](one.value), one, 'Take it out.'))
  }
}

const messages: Readonly<Record<Exemption['kind'], (value: string) => string>> = {
  off: () => 'contract: off hides nothing: what was sent and answered is as described',
  'allow-statuses': value => `allow-statuses: no answer has an undocumented status ${value}`,
  'allow-undocumented': () => 'allow-undocumented: the operation is described',
  ignore: value => `ignore: the rule ${value} holds`,
}

function isStatus(wanted: string, status: string): boolean {
  return /xx$/i.test(wanted) ? wanted[0] === status[0] : wanted === status
}

function placeOf({ span: { file, start }, kind }: Exemption): string {
  return `${file}:${start.line}:${start.column} ${kind}`
}
