import { errorProblem, type Problem, type Result, usageRefusal, problemsIn } from '../../model/problem.ts'
import type { Interaction } from '../../pact/pact.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { compilePattern, PatternTimeout } from '../../patterns/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import type { PactFile } from './find-pacts.ts'

/** Which interactions are verified; all of what is given must hold. */
export interface InteractionFilter {
  /** A regular expression. */
  readonly description?: string
  /** A regular expression for the name of one of its states; empty for interactions without any. */
  readonly state?: string
  /** Names of consumers. */
  readonly consumers: readonly string[]
}

/** The pacts with the interactions that a filter leaves; none is a problem. */
export async function selectInteractions(
  files: readonly PactFile[],
  filter: InteractionFilter,
): Promise<Result<readonly PactFile[]>> {
  const description = await tester('--description', filter.description)
  const state = await tester('--state', filter.state)
  if (!description.ok || !state.ok) return { ok: false, problems: problemsIn(description, state) }
  const unknown = unknownConsumers(files, filter)
  if (unknown.length > 0) return { ok: false, problems: unknown }
  const isChosen = (interaction: Interaction): boolean =>
    description.value(interaction.description) &&
    (filter.state === ''
      ? interaction.states.length === 0
      : filter.state === undefined || interaction.states.some(({ name }) => state.value(name)))
  try {
    const chosen = files
      .filter(({ pact }) => filter.consumers.length === 0 || filter.consumers.includes(pact.consumer))
      .map(file => ({
        ...file,
        pact: { ...file.pact, interactions: file.pact.interactions.filter(isChosen) },
      }))
      .filter(({ pact }) => pact.interactions.length > 0)
    return chosen.length === 0 ? { ok: false, problems: [nothingSelected] } : { ok: true, value: chosen }
  } catch (error) {
    if (!(error instanceof PatternTimeout)) throw error
    return usageRefusal(error.message)
  }
}

function unknownConsumers(files: readonly PactFile[], { consumers }: InteractionFilter): readonly Problem[] {
  const known = new Set(files.map(({ pact }) => pact.consumer))
  return consumers
    .filter(name => !known.has(name))
    .map(name =>
      errorProblem({
        code: 'nothing-selected',
        message: `--consumer ${name} is the consumer of none of the pacts`,
        hint: didYouMean(name, known) ?? `There is ${[...known].join(', ')}.`,
      }),
    )
}

async function tester(option: string, text: string | undefined): Promise<Result<(name: string) => boolean>> {
  if (text === undefined || text === '') return { ok: true, value: () => true }
  const compiled = await whenLoaded(() => compilePattern(text))
  return compiled.ok
    ? { ok: true, value: name => compiled.pattern.test(name) }
    : usageRefusal(`${option} ${text} is not a regular expression: ${compiled.message}`)
}

const nothingSelected: Problem = errorProblem({
  code: 'nothing-selected',
  message: 'no interaction is selected, so nothing would be verified',
  hint: 'Look at --description, --state and --consumer, and whether the pacts hold interactions.',
})
