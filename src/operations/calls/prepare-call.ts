import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import type { Argument } from '../../parse/argument-source.ts'
import { renderText } from '../../template/render.ts'
import { hasBraces } from '../../template/template.ts'
import { isCredentialLine, looksLikeCredential, Secrets } from '../../secrets/index.ts'
import { valueText } from '../../util/value-text.ts'
import { commandScope } from './command-context.ts'
import { planArguments } from './plan-arguments.ts'
import type { PreparedRun } from '../suites/prepare-run.ts'
import { type ResolvedInput, resolveSurroundings, type SuiteInput } from '../suites/suite-input.ts'

/** A step that is in no suite. */
export interface CalledStep {
  /** The step as a suite would hold it; file names count from the working folder. */
  readonly step: JsonObject
  /** What the step was made of; paths begin in the step. */
  readonly given: readonly Argument[]
}

/** A call that is in no suite. */
export interface CallInput extends Omit<SuiteInput, 'paths'>, CalledStep {
  /** What must be done first: the listener is opened that the call collects from. */
  readonly before?: CalledStep
  /** Whether the call is kept in the call history; as the configuration says when absent. */
  readonly history?: boolean
  /** Set where the call reads a document, which may lie on anybody's host. */
  readonly document?: ReadDocument
}

/** A document at a URL. */
export interface ReadDocument {
  readonly url: string
  /** Where the API is that it is about, where that is known; it may hold `{{name}}`. */
  readonly baseUrl?: string
}

/** Checks a call by the rules of suites, and plans it as a suite of its own. Problems name the argument they are in. */
export async function prepareCall(input: CallInput): Promise<Result<PreparedRun>> {
  const resolved = await resolveSurroundings({ ...input, paths: [] })
  if (!resolved.ok) return resolved
  const surroundings = input.document === undefined ? resolved.value : forDocument(input, resolved.value)
  const { configuration, processEnvironment } = surroundings
  const steps = [...(input.before === undefined ? [] : [input.before]), input]
  const given = steps.flatMap((step, index) =>
    step.given.map(argument => ({ ...argument, path: ['steps', index, ...argument.path] })),
  )
  const suite = { suite: 'One call', steps: steps.map(({ step }) => step) }
  const planned = await planArguments(suite, given, input, surroundings)
  return planned.ok ? { ok: true, value: { ...planned.value, configuration, processEnvironment } } : planned
}

/**
 * The surroundings of a call that reads a document. The headers of the settings are for the API: what lies elsewhere gets
 * none that carries credentials, by its name, or perhaps by a value that is filled in.
 */
function forDocument(input: CallInput, resolved: ResolvedInput): ResolvedInput {
  const { configuration } = resolved
  const { headers = {}, ...settings } = configuration.settings
  if (isOfApi(input, resolved)) return resolved
  const kept = Object.entries(headers).filter(([name, value]) => !mayCarryCredentials(name, value))
  // Without its text nobody asks for the variables of what is left out.
  const { configurationSource: _, ...others } = resolved
  return {
    ...others,
    configuration: { ...configuration, settings: { ...settings, headers: Object.fromEntries(kept) } },
  }
}

/** Whether a document lies where the API is: at the base URL that was given, or the variable `baseUrl` of the environment. */
function isOfApi(input: CallInput, resolved: ResolvedInput): boolean {
  const { url, baseUrl } = input.document ?? {}
  const scope = commandScope(input, resolved, new Secrets())
  const origin = originOf(url ?? '')
  return [baseUrl ?? '', '{{baseUrl}}'].some(template => {
    const rendered = renderText(template, scope)
    return rendered.ok && origin !== undefined && originOf(rendered.value) === origin
  })
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

function mayCarryCredentials(name: string, value: JsonValue): boolean {
  const texts = [value].flat().map(valueText)
  return (
    isCredentialLine(name) ||
    name.toLowerCase() === 'cookie' ||
    texts.some(text => hasBraces(text) || looksLikeCredential(text))
  )
}
