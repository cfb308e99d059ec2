import path from 'node:path'
import { curlOf } from '../../curl/write/curl-of.ts'
import type { CallRecord } from '../../model/call-record.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { type Result, usageRefusal, isError } from '../../model/problem.ts'
import { fits, isMasked } from '../../secrets/index.ts'
import { readHistory } from '../../store/read-history.ts'
import { defined } from '../../util/defined.ts'
import { rehearse } from '../calls/rehearse.ts'
import { placed, type ScopeInput, scopeKeys } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { projectFolder } from '../project-folder.ts'
import { byHand, flag, object, optional, text } from '../schema.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { RunInput } from '../suites/run-input.ts'
import { SecretReader } from '../opening/secret-commands.ts'
import { chosenCall } from './show-call.ts'

/** The curl command of a call of the call history. */
export const callAsCurl = operation({
  name: 'call-as-curl',
  permission: 'read',
  summary: 'Writes the curl command that sends a call of the history again, with its secrets masked.',
  input: object({
    id: optional(text('The id of the list, or its beginning')),
    showsSecrets: byHand(optional(flag('Whether credentials stay readable'))),
    ...scopeKeys,
  }),
  answer: object({ curl: text('The command') }),
  tell: ({ curl }) => Promise.resolve(curl.split('\n')),
  async run({ id, showsSecrets = false, ...given }, host) {
    const folder = await projectFolder(given, host)
    if (!folder.ok) return folder
    const calls = readHistory(folder.value)
    const chosen = calls.ok ? chosenCall(calls.value, id) : calls
    if (!chosen.ok) return chosen
    const recorded = { summary: '', ...chosen.value.request }
    const request = showsSecrets
      ? await unmasked(recorded, chosen.value, folder.value, placed(given, host), host)
      : ({ ok: true, value: recorded } as const)
    if (!request.ok) return request
    if (lacksParts(request.value))
      return usageRefusal('the parts of this form are not kept', 'Run its suite, or send it, again.')
    const curl = curlOf(request.value)
    return curl === undefined
      ? usageRefusal('this call is no HTTP request, and curl cannot send it')
      : { ok: true, value: { curl } }
  },
})

/** True where the text of a form is there, and not the files and texts that it was made of. */
function lacksParts({ headers, bodySource }: RequestRecord): boolean {
  return (
    bodySource === undefined &&
    headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^multipart\//i.test(value))
  )
}

type SuiteSource = Extract<CallRecord['source'], { readonly kind: 'suite' }>

/** A recorded request with the secrets that the history does not keep: what is masked is made again, as the step of the suite says. */
async function unmasked(
  recorded: RequestRecord,
  { source }: CallRecord,
  folder: string,
  input: ScopeInput,
  host: Host,
): Promise<Result<RequestRecord>> {
  if (!isMasked(JSON.stringify(recorded))) return { ok: true, value: recorded }
  if (source.kind !== 'suite')
    return usageRefusal(
      `the secrets of this call are not kept, and no suite says what they are`,
      `Write it again: apitest ${source.kind} … --curl --show-secrets.`,
    )
  const requests = await requestsOf(source, folder, input, host)
  return requests.ok ? onlyAlike(recorded, requests.value) : requests
}

/** The requests that a step would send now, with the secrets that commands give. */
async function requestsOf(
  source: SuiteSource,
  folder: string,
  input: ScopeInput,
  host: Host,
): Promise<Result<readonly RequestRecord[]>> {
  const file = path.resolve(folder, source.file)
  const asked = { ...input, ...defined({ environment: input.environment ?? source.environment }) }
  const alone = { ...asked, paths: [`${file}:${source.line}`], history: false }
  const prepared = await preparedAlone(alone, host)
  if (!prepared.ok) return prepared
  const filled = await new SecretReader(host.interrupt).fill(prepared.value)
  if (!filled.ok) return filled
  const made = (await rehearse(filled.value, host.interrupt)).filter(
    ({ span, row, writtenName, name }) =>
      span.start.line === source.line &&
      row?.number === source.row &&
      [writtenName, name].includes(source.step),
  )
  const requests = made
    .flatMap(({ exchange }) => exchange?.request ?? [])
    .filter(one => !JSON.stringify(one).includes(unset))
  return requests.length > 0
    ? { ok: true, value: requests }
    : usageRefusal(
        'the step cannot be made again without the answers of earlier ones, or is not there any more',
        againHint,
      )
}

const againHint = 'Run the suite again, or write the command without its secrets: leave --show-secrets out.'

/** The recorded request with the values of the one that is like it. */
function onlyAlike(recorded: RequestRecord, requests: readonly RequestRecord[]): Result<RequestRecord> {
  const alike = requests.filter(anew => isLike(recorded, anew)).map(anew => filledFrom(recorded, anew))
  const [whole, ...others] = [...new Map(alike.map(one => [JSON.stringify(one), one])).values()]
  if (whole === undefined || others.length > 0)
    return usageRefusal(
      'the step makes another request now, or several, and the secrets of this one are not kept',
      againHint,
    )
  return isMasked(JSON.stringify(whole))
    ? usageRefusal(
        'a secret of this call came from an answer, such as a token, and is not kept',
        'Send the call again, and give the value by hand: --no-setup --var token=….',
      )
    : { ok: true, value: whole }
}

/** Stands for a variable that nothing sets; a request that has it cannot be made again. */
const unset = 'unset-5b1d7c02'

/** Prepares a run of one step, for which it does not matter that the variables of others are not set. */
async function preparedAlone(input: RunInput, host: Host): ReturnType<typeof prepareRun> {
  const prepared = await prepareRun(input, host)
  const errors = prepared.ok ? [] : prepared.problems.filter(isError)
  const names = errors.flatMap(({ code, name }) => (code === 'unknown-variable' ? (name ?? []) : []))
  if (errors.length === 0 || names.length < errors.length) return prepared
  const stand = Object.fromEntries(names.map(name => [name, unset]))
  const again = await prepareRun({ ...input, variables: { ...stand, ...input.variables } }, host)
  return again.ok ? again : prepared
}

/** True where a request is what was recorded but for what is masked in that. */
function isLike(recorded: RequestRecord, anew: RequestRecord): boolean {
  if (recorded.method !== anew.method || !leadsTo(recorded.url ?? '', anew.url ?? '')) return false
  return (
    recorded.headers.every(
      ([name, value]) =>
        !isMasked(value) ||
        anew.headers.some(([other, own]) => other.toLowerCase() === name.toLowerCase() && fits(value, own)),
    ) &&
    (!isMasked(recorded.body?.text ?? '') || fits(recorded.body?.text ?? '', anew.body?.text ?? '')) &&
    (!isMasked(JSON.stringify(recorded.bodySource ?? '')) ||
      fits(JSON.stringify(recorded.bodySource), JSON.stringify(anew.bodySource ?? '')))
  )
}

/** True where two URLs lead to one place: what is masked is compared around that, and else the query may be another. */
function leadsTo(recorded: string, anew: string): boolean {
  return isMasked(recorded) ? fits(recorded, anew) : recorded.split('?')[0] === anew.split('?')[0]
}

/** The parts of a record that are masked, as they would be sent now. */
function filledFrom(recorded: RequestRecord, anew: RequestRecord): RequestRecord {
  const named = (headers: RequestRecord['headers'], name: string): RequestRecord['headers'] =>
    headers.filter(([other]) => other.toLowerCase() === name.toLowerCase())
  const headers = recorded.headers.map(header => {
    const [name, value] = header
    const own = named(anew.headers, name)[named(recorded.headers, name).indexOf(header)]
    return isMasked(value) && own !== undefined ? own : header
  })
  const url = isMasked(recorded.url ?? '') ? anew.url : recorded.url
  const body = isMasked(recorded.body?.text ?? '') ? anew.body : recorded.body
  const isWhole = recorded.bodySource !== undefined && !isMasked(JSON.stringify(recorded.bodySource))
  const { bodySource } = isWhole ? recorded : anew
  return { ...recorded, headers, ...defined({ url, body, bodySource, settings: anew.settings }) }
}
