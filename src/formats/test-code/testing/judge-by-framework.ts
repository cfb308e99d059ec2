import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { httpServer } from '../../../actions/http/testing/http-server.ts'
import type { Collection } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { runFramework } from '../../../operations/test-code/run-framework.ts'
import type { Agreements } from '../../../testing/agreements.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { shareOf } from '../../../testing/parts.ts'
import { runText } from '../../../testing/run-text.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import type { Framework, TestOutcome } from '../framework.ts'
import { looksAtDigits } from './digits.ts'
import { answers, cookiesOfAnswer, others, validations } from './judged-answers.ts'

/** One validation of one answer that the tests of a framework judge otherwise than a run does. */
export interface Misjudged {
  readonly answer: string
  readonly validation: string
  readonly here: string
  readonly there: string
  readonly message: string
}

/** The bodies of all answers. */
export const bodies = [...answers, ...others]

/** Sends the answer whose number is asked for. */
export function answering(): ReturnType<typeof httpServer> {
  return httpServer((request, response) => {
    const index = Number(request.url.slice(1))
    response.setHeader('x-one', '1').setHeader('set-cookie', cookiesOfAnswer(index)).end(bodies[index])
  })
}

const settings = { 'stop-on-failure': false, cookies: false }

/** A step for every validation of every answer, or of so many of them, called by the numbers of both. */
function judgedSteps(url: string, tried: typeof validations, count = bodies.length): readonly JsonObject[] {
  return bodies.slice(0, count).flatMap((_, answer) =>
    tried.map((validation, index): JsonObject => ({
      name: `${answer} ${index}`,
      request: `GET ${url}/${answer}`,
      validations: [validation],
    })),
  )
}

/** A suite of them. */
export function judgedSuite(url: string, tried: typeof validations, count?: number): JsonObject {
  return suiteOf(judgedSteps(url, tried, count))
}

function suiteOf(steps: readonly JsonObject[]): JsonObject {
  return { suite: 'Judged', settings, steps }
}

type Results = ReadonlyMap<string, Awaited<ReturnType<typeof runText>>['steps'][number]>

/** Runs the validations and gives the results. */
export function judgedByRun(url: string, tried = validations, count?: number): Promise<Results> {
  return runOf(judgedSuite(url, tried, count))
}

async function runOf(suite: JsonObject): Promise<Results> {
  const { steps, messages, summary } = await runText(JSON.stringify(suite))
  if (steps.length === 0) throw new Error(JSON.stringify([messages, summary.problems]))
  return new Map(steps.map(step => [step.name, step]))
}

/** How a framework is asked what it makes of every answer. */
export interface Judging {
  readonly agreements: Agreements
  /** Readies the folder of the tests, as with the packages that they need. */
  readonly prepare?: (folder: string) => Promise<void>
  /** Each validation meets one in so many answers, not always the same. */
  readonly every?: number
  /** A difference that there may be. */
  readonly isKnown?: (misjudged: Misjudged) => boolean
}

/**
 * Holds every validation against every answer, in the first tier a share of them, by apitest and by tests that are written and
 * run; throws where they differ.
 */
export async function mustJudgeAlike(
  framework: Framework,
  { agreements, prepare, every = 1, isKnown = () => false }: Judging,
): Promise<void> {
  await using server = await answering()
  const steps = shareOf(judgedSteps(server.url, validations).filter((_, index) => index % every === 0))
  const collection: Collection = {
    name: 'Judged',
    environments: [],
    settings,
    items: steps.map(step => ({ kind: 'request', step })),
  }
  const { files } = await exportTests(collection, framework, { readRows: () => [] })
  const ours = await runOf(suiteOf(steps))
  const outcomes = [...ours.values()].map(({ name, outcome }) => [name, outcome])
  const given = JSON.stringify([files, bodies, validations, outcomes]).replaceAll(server.url, 'URL')
  await agreements.reach(`${framework.name} judges ${steps.length} answers`, given, () =>
    withFolder({}, async folder => {
      await prepare?.(folder)
      const there = await outcomesOf(framework, folder, files)
      assert.equal(there.length, steps.length)
      const misjudged = there.flatMap(one => misjudgedIn(ours, one))
      assert.deepEqual(misjudged.filter(one => !isKnown(one)).map(shownDifference), [])
    }),
  )
}

interface Judged {
  readonly where: string
  readonly outcome: TestOutcome | undefined
}

/** The outcomes of the tests that are written into a folder. */
async function outcomesOf(
  framework: Framework,
  folder: string,
  files: readonly TestFile[],
): Promise<readonly Judged[]> {
  for (const { name, text } of files) await writeFile(path.join(folder, name), text)
  const { runner } = framework
  const ended = await runFramework({
    runner,
    projectFolder: folder,
    files: files.map(({ name }) => name),
    environment: process.env,
    interrupt: new AbortController().signal,
  })
  if ('missing' in ended) throw new Error(`there is no ${ended.missing}`)
  return files.flatMap(({ name, runs }) => {
    const outcomes = ended.outcomes.get(name) ?? []
    return runs.map((where, index) => ({ where, outcome: outcomes[index] }))
  })
}

function misjudgedIn(ours: Results, { where, outcome }: Judged): readonly Misjudged[] {
  const step = ours.get(where.replace('Judged / ', ''))
  if ((step?.outcome === 'passed') === (outcome?.outcome === 'passed')) return []
  const [answer = 0, index = 0] = (step?.name ?? '').split(' ').map(Number)
  if (looksAtDigits(bodies[answer] ?? '', validations[index] ?? {})) return []
  return [
    {
      answer: bodies[answer] ?? '',
      validation: JSON.stringify(validations[index]),
      here: step?.outcome ?? 'not run',
      there: outcome?.outcome ?? 'not run',
      message: outcome?.message ?? step?.failures[0]?.message ?? '',
    },
  ]
}

/** A difference in a line. */
function shownDifference({ answer, validation, here, there, message }: Misjudged): string {
  return `${validation} of ${answer}: ${here} here, ${there} there: ${message.split('\n')[0] ?? ''}`
}
