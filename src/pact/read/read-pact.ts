import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import {
  type ExactObject,
  type ExactValue,
  exactText,
  isExactList,
  isExactObject,
  parseExactJson,
  plainValue,
} from '../exact-json.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { whyRepeated } from '../../document/json-text.ts'
import type { ProviderState } from '../../model/provider-state.ts'
import { type RuleSlip, ruleSlips } from './check-rules.ts'
import type { Interaction, Pact, PactVersion } from '../pact.ts'
import { readRequest, readResponse } from './read-part.ts'
import { defined } from '../../util/defined.ts'

/** Reads a pact of version 1 to 4. `file` is how problems name it. */
export function readPact(text: string, file: string): Result<Pact> {
  const parsed = parseExactJson(text.replace(/^\uFEFF/, ''))
  if (!parsed.ok) return refuse(file, `is not JSON: ${parsed.reason}`)
  const pact = parsed.value
  if (!isExactObject(pact)) return refuse(file, 'is not a pact: it is no JSON object')
  const repeated = whyRepeated(text)
  if (repeated !== undefined) return refuse(file, `is no pact that can be relied on: ${repeated}`)
  const [consumer, provider] = [nameOf(pact.get('consumer')), nameOf(pact.get('provider'))]
  if (consumer === undefined || provider === undefined)
    return refuse(file, 'is not a pact: consumer and provider have no name')
  const [interactions, messages] = [pact.get('interactions'), pact.get('messages')]
  if (!isExactList(interactions) && !isExactList(messages))
    return refuse(file, 'is not a pact: it has no list of interactions')
  const version = versionOf(pact)
  if (version === undefined)
    return refuse(file, 'is a pact of a version that is not known', 'Versions 1 to 4 can be read.')
  const slips = (isExactList(interactions) ? interactions : []).flatMap((json, index) =>
    slipsOf(json, index, version),
  )
  const slip = slips.find(({ isSure }) => isSure)
  if (slip !== undefined) return refuse(file, `is no sound pact: ${slip.message}`, slip.hint)
  const read = [
    ...(isExactList(interactions) ? interactions : []).map(json => readInteraction(json, version)),
    ...(isExactList(messages) ? messages : []).map(json => unsupported(json, 'messages are not supported')),
  ]
  const bodiless = version < 4 || !isExactList(interactions) ? -1 : interactions.findIndex(hasOldBody)
  if (bodiless !== -1)
    return refuse(
      file,
      `is no pact of version 4: interaction ${bodiless + 1} has a body without content`,
      'A body of version 4 is { contentType, encoded, content }.',
    )
  const at = read.indexOf(undefined)
  if (at !== -1) return refuse(file, `is not a pact: interaction ${at + 1} has no request or no response`)
  return {
    ok: true,
    value: {
      consumer,
      provider,
      version,
      interactions: read.filter(one => one !== undefined),
      warnings: slips.map(({ message, hint }) =>
        defined({ code: 'pact-rules', severity: 'warning', message: `${file}: ${message}`, hint }),
      ),
    },
  }
}

function refuse(
  file: string,
  what: string,
  hint?: string,
): { readonly ok: false; readonly problems: Problem[] } {
  return {
    ok: false,
    problems: [errorProblem({ code: 'pact-unreadable', message: `${file} ${what}`, hint })],
  }
}

function nameOf(json: ExactValue | undefined): string | undefined {
  const name = isExactObject(json) ? json.get('name') : undefined
  return typeof name === 'string' ? name : undefined
}

/** Both spellings of the metadata, and the still older one with the number alone. Without any it is version 3. */
function versionOf(pact: ExactObject): PactVersion | undefined {
  const metadata = pact.get('metadata')
  if (!isExactObject(metadata)) return 3
  const specification =
    metadata.get('pactSpecification') ?? metadata.get('pact-specification') ?? new Map<string, ExactValue>()
  const version =
    (isExactObject(specification) ? specification.get('version') : undefined) ??
    metadata.get('pactSpecificationVersion')
  if (version === undefined) return 3
  const major = /^\d+/.exec(typeof version === 'string' ? version : exactText(version))?.[0]
  return ([1, 2, 3, 4] as const).find(known => String(known) === major)
}

function readInteraction(json: ExactValue, version: PactVersion): Interaction | undefined {
  if (!isExactObject(json)) return undefined
  const reason = whyUnsupported(json)
  if (reason !== undefined) return unsupported(json, reason)
  const [request, response] = [json.get('request'), json.get('response')]
  if (!isExactObject(request) || !isExactObject(response)) return undefined
  return {
    kind: 'http',
    ...named(json),
    request: readRequest(request, version),
    response: readResponse(response, version),
  }
}

/** Why an interaction is none over HTTP. */
function whyUnsupported(json: ExactObject): string | undefined {
  const [type, transport] = [json.get('type'), json.get('transport') ?? null]
  if (typeof type === 'string' && type !== 'Synchronous/HTTP')
    return type.endsWith('/Messages')
      ? 'messages are not supported'
      : `interactions of type ${type} are not supported`
  return transport === null || isHttp(transport) ? undefined : 'a transport other than HTTP is not supported'
}

/** Words of requests and responses. */
const words = {
  request: [
    'method',
    'path',
    'query',
    'headers',
    'body',
    'matchingRules',
    'requestMatchingRules',
    'generators',
  ],
  response: ['status', 'headers', 'body', 'matchingRules', 'responseMatchingRules', 'generators'],
}

/** Misspelt words of an interaction, matching rules that say nothing, and a response that does not say its status. */
function slipsOf(json: ExactValue, index: number, version: PactVersion): readonly RuleSlip[] {
  if (!isExactObject(json) || whyUnsupported(json) !== undefined) return []
  return (['request', 'response'] as const).flatMap((kind): readonly RuleSlip[] => {
    const part = json.get(kind)
    if (!isExactObject(part)) return []
    const place = `the ${kind} of interaction ${index + 1} (${named(json).description})`
    const misspelt = [...part.keys()].flatMap(word => {
      const hint = words[kind].includes(word) ? undefined : didYouMean(word, words[kind])
      const message = `${place} has "${word}", which pacts do not have`
      return hint === undefined ? [] : [{ message, hint, isSure: true }]
    })
    const ofRules = ruleSlips(part, version).map(slip => ({ ...slip, message: `${place}: ${slip.message}` }))
    if (misspelt.length > 0 || kind === 'request' || part.has('status')) return [...misspelt, ...ofRules]
    const message = `${place} has no status, so 200 is expected`
    return [...ofRules, { message, hint: 'Write what is answered: `"status": 200`.', isSure: false }]
  })
}

/** A body as earlier versions have it. Version 4 ignores it, so that every answer would be right. */
function hasOldBody(json: ExactValue): boolean {
  if (!isExactObject(json)) return false
  return [json.get('request'), json.get('response')].some(part => {
    const body = isExactObject(part) ? (part.get('body') ?? null) : null
    if (body === null) return false
    return isExactObject(body) ? body.size > 0 && !body.has('content') : true
  })
}

function isHttp(transport: ExactValue | undefined): boolean {
  return transport === 'http' || transport === 'https'
}

function unsupported(json: ExactValue, reason: string): Interaction | undefined {
  return isExactObject(json) ? { kind: 'unsupported', ...named(json), reason } : undefined
}

function named(json: ExactObject): Pick<Interaction, 'description' | 'states' | 'pending'> {
  const description = json.get('description')
  return {
    description: typeof description === 'string' ? description : '',
    states: statesOf(json),
    pending: json.get('pending') === true,
  }
}

/** A list with parameters since version 3; one name before, in two spellings. */
function statesOf(json: ExactObject): readonly ProviderState[] {
  const states = json.get('providerStates')
  if (isExactList(states)) return states.flatMap(stateOf)
  const state = json.get('providerState') ?? json.get('provider_state') ?? states
  return typeof state === 'string' && state !== '' ? [{ name: state, params: {} }] : []
}

function stateOf(json: ExactValue): readonly ProviderState[] {
  if (typeof json === 'string') return [{ name: json, params: {} }]
  const name = nameOf(json)
  if (name === undefined || !isExactObject(json)) return []
  const params = plainValue(json.get('params') ?? null)
  return [{ name, params: isObject(params) ? params : {} }]
}
