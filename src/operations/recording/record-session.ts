import { existsSync } from 'node:fs'
import path from 'node:path'
import { classifyEntry } from '../../formats/har/classify-entry.ts'
import { type Flow, type FlowProject, importFlow } from '../../formats/har/flow/import-flow.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { BodyFiles, entryOf, type RecordedEntry } from '../../recording/entry-of.ts'
import type { RecordedExchange } from '../../recording/recorded-exchange.ts'
import { text } from '../../util/read-values.ts'
import { type Placed, placed } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { runTestCommand } from '../services/run-test-command.ts'
import { type ResolvedInput, resolveScope } from '../opening/resolve-scope.ts'
import { SecretReader } from '../opening/secret-commands.ts'
import { productionOf, unaskedSending } from '../production.ts'
import { type JudgedFlow, judgeFlow, type Judging, resetServer } from './judge-flow.ts'
import { type RecordAnswer, recordAnswer, type RecordInput, recordInput } from './record-input.ts'
import { SessionSecrets } from '../../recording/recorded-secrets.ts'
import { harLines } from '../../recording/har-lines.ts'
import { maskUrlPasswords } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { RecordingSession } from './recording-session.ts'
import { notesOf } from './notes-of.ts'
import { writeHar, writeSuite } from './write-recording.ts'

/** The variable of the environment in which a command finds the recorder. */
export const recordVariable = 'APITEST_RECORD_URL'

const suiteName = /\.apitest\.ya?ml$/

/** Where a suite goes unless that is said. */
const usualOutput = 'recorded.apitest.yaml'

/**
 * Records what a command sends to a server as a suite that is shown to pass. Only a person asks for it: the command is another program,
 * for as long as it likes, and what it sends is sent again.
 */
export const recordSession = operation({
  name: 'record-session',
  permission: 'traffic',
  byHand: true,
  summary: 'Records what a command sends to a server as a suite, and replays it to see what stays the same.',
  input: recordInput,
  answer: recordAnswer,
  async run(given, host) {
    const input = placed(given, host)
    const problems = inputProblems(input)
    if (problems.length > 0) return { ok: false, problems }
    const resolved = await resolveScope(input)
    if (!resolved.ok) return resolved
    const unasked = unaskedSending(productionOf(resolved.value, input), input)
    if (unasked.length > 0) return { ok: false, problems: unasked }
    const { transport } = resolved.value.configuration.settings
    const filled = await new SecretReader(host.interrupt).fillScope(resolved.value, input, transport)
    if (!filled.ok) return filled
    const unreset = await resetServer(input, host)
    if (unreset !== undefined) return usageRefusal(unreset)
    const session = new RecordingSession(input, filled.value)
    try {
      return await record(input, session, projectOf(input, filled.value), host)
    } finally {
      session.close()
    }
  },
})

function inputProblems({
  to,
  output = usualOutput,
  har,
  command,
  environmentNames = [],
  workingFolder,
}: Placed<RecordInput>): readonly Problem[] {
  const there = [output, ...(har === undefined ? [] : [har])].filter(file =>
    existsSync(path.resolve(workingFolder, file)),
  )
  return [
    ...targetProblems(to),
    ...(suiteName.test(output)
      ? []
      : [usageProblem(`--out ${output} is no name of a suite`, 'Write --out shop.apitest.yaml.')]),
    ...environmentNames
      .filter(name => !/^[a-z_]\w*$/i.test(name))
      .map(name => usageProblem(`--env-name ${name} is no name of a variable`, 'Write --env-name BASE_URL.')),
    ...there.map(file =>
      usageProblem(`${file} is there already`, 'Name another file, or move that one away.'),
    ),
    ...(command === undefined || command.length > 0
      ? []
      : [usageProblem('the command behind -- is empty', 'Is a variable not set?')]),
  ]
}

/** A password is not repeated: it would stand in the log. */
function targetProblems(to: string): readonly Problem[] {
  if (!/^https?:\/\/[^/]/.test(to) || !URL.canParse(to))
    return [
      usageProblem(`--to ${maskUrlPasswords(to)} is no URL of a server`, 'Write --to http://127.0.0.1:4010.'),
    ]
  const { username, password, search, hash, host } = new URL(to)
  const unsent =
    username !== '' || password !== '' ? 'user' : search !== '' || hash !== '' ? 'query' : undefined
  if (unsent === undefined) return []
  const hint = unsent === 'user' ? 'Leave it out, and let the command send the credentials.' : 'Leave it out.'
  return [usageProblem(`--to has a ${unsent}, which is not sent to ${host}`, hint)]
}

async function record(
  input: Placed<RecordInput>,
  session: RecordingSession,
  project: FlowProject,
  host: Host,
): Promise<Result<RecordAnswer>> {
  const { workingFolder, output = usualOutput } = input
  const { exchanges, exitCode } = await listen(input, session, host)
  const file = path.resolve(workingFolder, output)
  const name = path.basename(file).replace(suiteName, '')
  const files = new BodyFiles(`${name}-bodies`)
  const recorded = exchanges
    .filter(({ answer }) => answer !== undefined)
    .map((exchange, index) => ({ exchange, entry: entryOf(exchange, index, session.origin, files) }))
  const { calls, leftOut } = sortCalls(recorded.map(({ entry }) => entry))
  const told = { leftOut, ...defined({ exitCode }) }
  const notes = notesOf(exchanges, calls, session.origin)
  if (calls.length === 0)
    return { ok: true, value: { ...nothing, ...told, notes: [...notes, ...session.complaints] } }
  const flow = importFlow(name, calls, project)
  const secrets = new SessionSecrets(
    recorded.map(({ entry }) => entry),
    { ...project.secrets, ...flow.secrets },
  )
  const done = await writeJudged(file, flow, calls, files, { input, session, secrets, host })
  if (!done.ok) return done
  const { har } = input
  if (har !== undefined) {
    const written = await writeHar(path.resolve(workingFolder, har), harLines(recorded, secrets))
    if (!written.ok) return written
  }
  const value = { file: output, ...defined({ har }), ...accountOf(flow, done.value), ...told }
  return {
    ok: true,
    value: { ...value, notes: [...notes, ...session.complaints].map(note => secrets.text(note)) },
  }
}

const nothing = { steps: 0, skipped: [], losses: [], secrets: [] }

/** Writes the suite at once, lest it be lost, and again by what the replays have shown. */
async function writeJudged(
  file: string,
  flow: Flow,
  calls: readonly RecordedEntry[],
  files: BodyFiles,
  judging: Judging,
): Promise<Result<JudgedFlow>> {
  const written = await writeSuite(file, flow, files, [])
  if (!written.ok) return written
  const judged = await judgeFlow(file, flow, calls, judging)
  const done = await writeSuite(file, flow, files, judged.steps)
  return done.ok ? { ok: true, value: judged } : done
}

/** The account of what became of the calls. */
function accountOf(
  { steps, secrets }: Flow,
  { steps: judged, unreplayed }: JudgedFlow,
): Pick<RecordAnswer, 'steps' | 'unreplayed' | 'skipped' | 'losses' | 'secrets'> {
  const nameOf = (index: number): string => text(steps[index]?.request.step['name']) ?? ''
  return {
    steps: steps.length,
    ...defined({ unreplayed }),
    skipped: judged.flatMap(({ skip }, index) =>
      skip === undefined ? [] : [{ step: nameOf(index), reason: skip }],
    ),
    losses: steps.flatMap(({ losses }, index) => losses.map(loss => ({ step: nameOf(index), ...loss }))),
    secrets: Object.keys(secrets),
  }
}

/** The variables of the project of a recording: a suite in it takes credentials from there. */
function projectOf({ environment }: Placed<RecordInput>, { configuration }: ResolvedInput): FlowProject {
  const own = configuration.environments[environment ?? configuration.environment ?? '']
  const all = [configuration, ...Object.values(configuration.environments)]
  const secrets = Object.entries({ ...configuration.secrets, ...own?.secrets }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !value.includes('{{') ? [[name, value] as const] : [],
  )
  return {
    names: all.flatMap(one => [...Object.keys(one.variables), ...Object.keys(one.secrets)]),
    secrets: Object.fromEntries(secrets),
  }
}

/** Records until the command has ended, or somebody interrupts. */
async function listen(
  { command, environmentNames = [], to, workingFolder, processEnvironment }: Placed<RecordInput>,
  session: RecordingSession,
  host: Host,
): Promise<{ readonly exchanges: readonly RecordedExchange[]; readonly exitCode?: number }> {
  const exchanges: RecordedExchange[] = []
  const proxy = await session.listen(exchange => exchanges.push(exchange), true)
  try {
    host.progress?.({ type: 'recording', url: proxy.url, to })
    if (command === undefined) {
      await interrupted(host.interrupt)
      return { exchanges }
    }
    const names = [recordVariable, ...environmentNames]
    const environment = { ...processEnvironment, ...Object.fromEntries(names.map(name => [name, proxy.url])) }
    const { exitCode, problem } = await runTestCommand(command, workingFolder, host, environment)
    if (problem !== undefined) session.complaints.add(problem)
    return { exchanges, exitCode }
  } finally {
    await proxy.close()
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const settle = (): void => {
      resolve()
    }
    if (signal.aborted) settle()
    else signal.addEventListener('abort', settle, { once: true })
  })
}

/** The calls of a session, and how many of the others there are for each reason. What a client asked for by itself is a call. */
export function sortCalls(entries: readonly RecordedEntry[]): {
  readonly calls: readonly RecordedEntry[]
  readonly leftOut: RecordAnswer['leftOut']
} {
  const counts = new Map<string, number>()
  const calls = entries.filter(entry => {
    const reason = reasonOf(entry)
    if (reason === undefined) return true
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    return false
  })
  return { calls, leftOut: [...counts].map(([reason, count]) => ({ reason, count })) }
}

/** Why an exchange is no step; undefined for one that is. */
function reasonOf(entry: RecordedEntry): string | undefined {
  if (isOfWebSocket(entry)) return 'websockets'
  if (!requestMethods.includes(entry.method)) return `with the method ${entry.method}, which no step can send`
  const found = classifyEntry(entry, !isOfBrowser(entry))
  return found.kind === 'call' ? undefined : found.reason
}

/** One that is refused is told from other requests by that alone. */
function isOfWebSocket({ headers }: RecordedEntry): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'sec-websocket-key')
}

/** The fetch of Node says `sec-fetch-mode`, too. */
function isOfBrowser({ headers }: RecordedEntry): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'sec-fetch-site')
}
