import type { JsonValue } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import { isCredentialLine } from '../../util/credential-names.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { valueText } from '../../util/value-text.ts'
import type { MadeInteraction } from './interaction-of.ts'

/**
 * Looks for what keeps interactions from being verified as they are. A provider replays each alone, so that what an earlier
 * step of the run got from it, or made up, is not there unless a provider state says so.
 */
export class BorrowedValues {
  /** Values that steps extracted, as text, with where they are from. */
  readonly #extracted = new Map<string, string>()
  #toldOfCredentials = false

  /** What is to be told of a step; what it extracts counts for the steps behind it. */
  notesOf({ name, extracts, exchange }: StepResult, interaction: MadeInteraction): readonly string[] {
    const notes = interaction.states.length > 0 ? [] : this.#missing(interaction)
    const isLoggedIn = exchange?.request.headers.some(([header]) => isCredentialLine(header)) === true
    const fresh = isLoggedIn && !this.#toldOfCredentials ? [credentials] : []
    this.#toldOfCredentials ||= isLoggedIn
    for (const extract of extracts)
      if (extract.found && isTelling(extract.value))
        this.#extracted.set(valueText(extract.value), `"${extract.variable}" of "${name}"`)
    return [...notes, ...fresh]
  }

  #missing({ request }: MadeInteraction): readonly string[] {
    const segments = request.path.split('/').map(decodePercent)
    const parts = new Map<string, readonly string[]>([
      ['path', segments],
      ['query', [...request.query.values()].flat()],
      ['headers', [...request.headers.values()]],
      ['body', scalarsIn(request.body?.content ?? null)],
    ])
    return [...parts].flatMap(([part, texts]) =>
      texts.flatMap(text => this.#missingIn(part, text)).slice(0, 1),
    )
  }

  #missingIn(part: string, text: string): readonly string[] {
    // Numbers and short texts may be the same by chance; in a path they are ids.
    const mayBeChance = part !== 'path' && (text.length < 3 || /^\d{1,5}$/.test(text))
    const from = mayBeChance ? undefined : this.#extracted.get(text)
    const isMade = part === 'path' && madeUp.test(text)
    if (from === undefined && !isMade) return []
    const origin = from === undefined ? 'looks made up' : `is from ${from}`
    return [
      `it cannot be verified as it is: ${text} in its ${part} ${origin}, and the provider is not told to have it; ` +
        'add a `provider-state` to the step that brings it about, with the value under `params`',
    ]
  }
}

const credentials =
  'this and perhaps others were sent with credentials, which no pact holds; where the provider asks for them, verify with --header'

/** An id of a built-in: a UUID, or milliseconds since 1970. */
const madeUp = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|1\d{12})$/i

/** Single values that stand for something: `true`, 0 and the like are everywhere. */
function isTelling(value: JsonValue | undefined): value is string | number {
  return (typeof value === 'string' && value.length > 0) || typeof value === 'number'
}

function scalarsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values<JsonValue>(value).flatMap(scalarsIn)
  return isTelling(value) ? [valueText(value)] : []
}
