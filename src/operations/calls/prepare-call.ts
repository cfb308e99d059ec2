import type { JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { renderText } from '../../template/render.ts'
import { hasBraces } from '../../template/template.ts'
import { isCredentialLine, looksLikeCredential, Secrets } from '../../secrets/index.ts'
import { valueText } from '../../util/value-text.ts'
import { commandScope } from './command-context.ts'
import { hideGivenCredentials } from './hide-given-credentials.ts'
import { planArguments } from './plan-arguments.ts'
import { type ResolvedInput, resolveScope } from '../opening/resolve-scope.ts'
import type { CallInput } from './call-input.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** Checks a call by the rules of suites, and plans it as a suite of its own. Problems name the argument they are in. */
export async function prepareCall(input: CallInput): Promise<Result<PreparedRun>> {
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const surroundings = input.document === undefined ? resolved.value : forDocument(input, resolved.value)
  const { configuration, processEnvironment } = surroundings
  const steps = [...(input.before === undefined ? [] : [input.before]), input]
  const given = steps.flatMap((step, index) =>
    step.given.map(argument => ({ ...argument, path: ['steps', index, ...argument.path] })),
  )
  const suite = { suite: 'One call', steps: steps.map(({ step }) => step) }
  const planned = await planArguments(suite, given, input, surroundings)
  if (!planned.ok) return planned
  const secrets = new Secrets()
  // A document that is read stays as it is.
  if (input.document === undefined) for (const { step } of steps) hideGivenCredentials(step, secrets)
  const warnings = [...surroundings.warnings, ...planned.value.warnings]
  return { ok: true, value: { ...planned.value, warnings, configuration, processEnvironment, secrets } }
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

/**
 * True where a document lies where the API is: at the base URL that was given, or the variable `baseUrl` of the
 * environment.
 */
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
