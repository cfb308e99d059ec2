import { rm } from 'node:fs/promises'
import { startDetached } from '../../mock/standalone/detach.ts'
import type { JsonObject } from '../../model/json.ts'
import { proxyProblem } from '../../model/mock.ts'
import { type Problem, type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { ownerName, ownerState } from '../../util/lock-owner.ts'
import { longestTimer, parseDuration } from '../../util/duration.ts'
import { defined } from '../../util/defined.ts'
import { type Host, operation } from '../operation.ts'
import { maskUrlPasswords, withoutCredentials } from '../../secrets/index.ts'
import { listed, quoted } from '../preview.ts'
import { placed } from '../input-keys.ts'
import { byHand, list, object, optional, text, type ValueOf, whole } from '../schema.ts'
import { projectFolder } from '../project-folder.ts'
import { shownValue } from '../shown-value.ts'
import { type StartInput, startInput } from './start-input.ts'
import { writeJson } from '../../util/exact-number.ts'

const startAnswer = object({
  mocks: list(
    object(
      {
        name: text('Name'),
        url: text('Where it answers'),
        certificate: optional(text('File with the certificate to trust, where it speaks TLS')),
        routes: whole('How many routes and operations it answers'),
        page: byHand(text('A page that shows what it received, for this machine')),
        log: optional(text('File with what its process has to say')),
      },
      'A mock',
    ),
    'The mocks that were started',
  ),
})

export type StartAnswer = ValueOf<typeof startAnswer>

/** Starts mocks that run on their own, and answers once they do. */
export const startMock = operation({
  name: 'start-mock',
  permission: 'traffic',
  summary:
    'Starts the mocks of a suite, or one by routes or for a description of an API, in a process that goes on by itself.',
  input: startInput,
  answer: startAnswer,
  preview: async (input, asking) => {
    const problems = inputProblems(input)
    if (problems.length > 0) return { ok: false, problems }
    const { prepareMocks } = await import('./prepare-mocks.ts')
    const prepared = await prepareMocks(placed(input, asking))
    if (!prepared.ok) return prepared
    const { production, loaded } = prepared.value
    const { mocks, touched } = loaded
    const { files = [], routes, host = '127.0.0.1', port, proxy, record } = input
    const { used, commands } = loaded
    const sentences = [
      `Starts ${files.length > 0 ? `the mocks of ${listed(files.map(file => quoted(file)))}` : 'a mock'} on ${quoted(host)}${port === undefined ? '' : `, port ${port}`}`,
      ...(host === '127.0.0.1' || host === 'localhost' || host === '::1'
        ? []
        : ['Other machines can reach them there']),
      ...(routes === undefined ? [] : [`Its routes: ${quoted(shownValue(withoutCredentials(routes)))}`]),
      ...(used.length === 0 ? [] : [`Uses the environment variables ${used.map(quoted).join(', ')}`]),
      ...(commands.length === 0 ? [] : [`Runs the commands ${commands.map(quoted).join(', ')}`]),
      ...(proxy === undefined
        ? []
        : [`Hands on what they do not answer to ${quoted(maskUrlPasswords(proxy))}`]),
      ...(record === undefined ? [] : [`Writes what comes back to ${quoted(record)}`]),
      ...loaded.warnings.map(({ message }) => `Warns: ${quoted(message)}`),
    ]
    const whole = writeJson([input, mocks.map(({ mock }) => mock)])
    return { ok: true, value: { sentences, production, touched, whole } }
  },
  run: (input, host) => {
    const problems = inputProblems(input)
    if (problems.length > 0) return Promise.resolve({ ok: false, problems })
    return input.foreground === true ? serveHere(input, host) : leaveProcess(input, host)
  },
})

/** Milliseconds that a process of its own may be idle for, as it is written. */
export const usualIdle = '1h'

function inputProblems({
  files = [],
  routes,
  name,
  port,
  host,
  proxy,
  record,
  watch,
  idle,
}: StartInput): readonly Problem[] {
  const time = parseDuration(idle ?? usualIdle) ?? 0
  return [
    ...(files.length === 0 && routes === undefined && proxy === undefined
      ? [
          usageProblem(
            'mock start needs a file',
            'Such as a suite with `mocks`, or openapi.yaml; or give it --proxy URL.',
          ),
        ]
      : []),
    ...(files.some(file => file.trim() === '')
      ? [usageProblem('a path is empty', 'Is a variable not set?')]
      : []),
    ...(name === undefined || /^[A-Za-z][\w-]*$/.test(name)
      ? []
      : [
          usageProblem(
            `--name ${name} is no name of a mock`,
            'Write letters, digits, - and _, beginning with a letter.',
          ),
        ]),
    ...(port === undefined || (Number.isInteger(port) && port > 0 && port < 65_536)
      ? []
      : [
          usageProblem(`--port ${port} is no port`, 'Write a whole number from 1 to 65535, or leave it out.'),
        ]),
    ...(proxy === undefined || proxyProblem(proxy) === undefined
      ? []
      : [
          usageProblem(
            `--proxy ${proxy} ${proxyProblem(proxy) ?? ''}`,
            'Such as https://staging.example/api.',
          ),
        ]),
    ...(watch === true && files.length === 0
      ? [usageProblem('--watch has no file to watch', 'Name one, or leave it out.')]
      : []),
    ...(record === undefined || /\.ya?ml$/.test(record)
      ? []
      : [usageProblem(`--record ${record} is no name of a suite`, 'Write --record shop.apitest.yaml.')]),
    ...(host?.trim() === '' ? [usageProblem('--host is empty', 'Is a variable not set?')] : []),
    ...(time > 0 && time <= longestTimer
      ? []
      : [usageProblem(`--idle ${idle ?? ''} is no length of time`, 'Write --idle 10m or 1h; 500h at most.')]),
  ]
}

/** Starts a process that serves the mocks, and waits until it does. */
async function leaveProcess(input: StartInput, host: Host): Promise<Result<StartAnswer>> {
  const { program, workingFolder, processEnvironment, interrupt, progress, tethered = false } = host
  if (program === undefined)
    return usageRefusal('no process can be left behind here', 'Ask for `foreground`.')
  const folder = await projectFolder(input, host)
  if (!folder.ok) return folder
  const detached = await startDetached({
    words: [...program, 'mock', 'start', '--foreground', '--', ...(input.files ?? [])],
    workingFolder,
    environment: processEnvironment,
    directory: folder.value,
    task: { input, ...(tethered ? { owner: ownerName() } : {}) },
    interrupt,
  })
  if (detached.kind === 'unwritable')
    return usageRefusal(
      `nothing can be kept in .tool of ${folder.value}: ${detached.reason}`,
      'Start it in a folder that can be written to.',
    )
  if (detached.kind === 'interrupted') return usageRefusal('the start was interrupted')
  if (detached.kind === 'crashed') {
    const { end, lastLines } = detached
    const said = lastLines.map(line => `  ${line}`)
    return usageRefusal(['the process of the mocks did not come up:', end, ...said].join('\n'))
  }
  const { warnings, answer } = detached.answer as unknown as Said
  progress?.({ type: 'warnings', problems: warnings })
  if (!answer.ok) await rm(detached.log, { force: true })
  return answer
}

/** The first message of a process that serves mocks: that they answer, or why they do not. */
export interface Said {
  readonly warnings: readonly Problem[]
  readonly answer: Result<StartAnswer>
}

/** Does what a process that was left behind is told. */
export function carryOutTask({ input, log, owner }: JsonObject, host: Host): Promise<Result<StartAnswer>> {
  return serveHere(
    { idle: usualIdle, ...(input as unknown as StartInput) },
    typeof owner === 'string' ? endingWith(owner, host) : host,
    typeof log === 'string' ? log : undefined,
  )
}

/** How often a process looks for the one that it ends with, in milliseconds. */
const ownerInterval = 500

/** A host that is interrupted when a process has ended, too. */
function endingWith(owner: string, host: Host): Host {
  const gone = new AbortController()
  const timer = setInterval(() => {
    if (ownerState(owner) !== 'ended') return
    clearInterval(timer)
    gone.abort()
  }, ownerInterval).unref()
  return { ...host, interrupt: AbortSignal.any([host.interrupt, gone.signal]) }
}

async function serveHere(given: StartInput, host: Host, log?: string): Promise<Result<StartAnswer>> {
  const { prepareMocks } = await import('./prepare-mocks.ts')
  const { SecretReader } = await import('../opening/secret-commands.ts')
  const prepared = await prepareMocks(placed(given, host), new SecretReader(host.interrupt))
  if (!prepared.ok) return prepared
  host.progress?.({ type: 'warnings', problems: prepared.value.loaded.warnings })
  const { serveMocks } = await import('./serve-mocks.ts')
  return serveMocks({ ...prepared.value, ...defined({ log }) }, given.watch === true, host)
}
