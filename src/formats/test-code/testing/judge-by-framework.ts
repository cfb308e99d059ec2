import path from 'node:path'
import { httpServer } from '../../../actions/http/testing/http-server.ts'
import type { Collection } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { runFramework } from '../../../operations/test-code/run-framework.ts'
import { runText } from '../../../testing/run-text.ts'
import { exportTests } from '../export-tests.ts'
import type { Framework } from '../framework.ts'
import { answers, others, validations } from './judged-answers.ts'

/** One validation of one answer that the tests of a framework judge otherwise than a run does. */
export interface Misjudged {
  readonly answer: string
  readonly validation: string
  readonly here: string
  readonly there: string
  readonly message: string
}

/**
 * Holds every validation against every answer, by apitest and by tests that are written into a folder and run there; tells where
 * they differ. `write` puts the files into the folder. With `every` each validation meets one in so many answers, not always the same.
 */
export async function judgeByFramework(
  framework: Framework,
  folder: string,
  write: (name: string, text: string) => Promise<void>,
  every = 1,
): Promise<{ readonly count: number; readonly misjudged: readonly Misjudged[] }> {
  const bodies = [...answers, ...others]
  await using server = await httpServer((request, response) => {
    response.setHeader('x-one', '1').end(bodies[Number(request.url.slice(1))])
  })
  const all = bodies.flatMap((_, answer) =>
    validations.map((validation, index): JsonObject => ({
      name: `${answer} ${index}`,
      request: `GET ${server.url}/${answer}`,
      validations: [validation],
    })),
  )
  const steps = all.filter((_, index) => index % every === 0)
  const settings = { 'stop-on-failure': false, cookies: false }
  const collection: Collection = {
    name: 'Judged',
    environments: [],
    settings,
    items: steps.map(step => ({ kind: 'request', step })),
  }
  const { files } = await exportTests(collection, framework, { readRows: () => [] })
  for (const { name, text } of files) await write(path.join(folder, name), text)
  const here = await runText(JSON.stringify({ suite: 'Judged', settings, steps }))
  const { runner } = framework
  if (runner === undefined) throw new Error(`${framework.name} is not run`)
  const ended = await runFramework({
    runner,
    projectFolder: folder,
    files: files.map(({ name }) => name),
    environment: process.env,
    interrupt: new AbortController().signal,
  })
  if ('missing' in ended) throw new Error(`there is no ${ended.missing}`)
  const there = files.flatMap(({ name, runs }) => {
    const outcomes = ended.outcomes.get(name) ?? []
    return runs.map((where, index) => ({ where, outcome: outcomes[index] }))
  })
  const ours = new Map(here.steps.map(step => [`Judged / ${step.name}`, step]))
  const misjudged = there.flatMap(({ where, outcome }) => {
    const step = ours.get(where)
    if ((step?.outcome === 'passed') === (outcome?.outcome === 'passed')) return []
    const [answer = 0, index = 0] = (step?.name ?? '').split(' ').map(Number)
    return [
      {
        answer: bodies[answer] ?? '',
        validation: JSON.stringify(validations[index]),
        here: step?.outcome ?? 'not run',
        there: outcome?.outcome ?? 'not run',
        message: outcome?.message ?? step?.failures[0]?.message ?? '',
      },
    ]
  })
  return { count: there.length, misjudged }
}
