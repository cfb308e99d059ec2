// A thread of a load test beside the first: it reads the suites for itself, puts its share of the load on when it is told to,
// and tells what it measured.
import { parentPort, workerData } from 'node:worker_threads'
import { tokensOf } from '../../actions/auth/oauth2/tokens.ts'
import { loadActions, LoadPart } from '../../load-test/load-part.ts'
import { tellingInterval } from '../../load-test/run-load.ts'
import { inSurroundings } from '../suites/surroundings.ts'
import type { FromThread, ThreadOrder, ToThread } from './load-threads.ts'
import { fileName, prepareLoad } from './prepare-load.ts'
import { TargetGuard } from './target-guard.ts'

/** Carries out an order; `port` leads to the thread that gave it. */
async function carryOut(
  { input, shared, index, mocks, tokens }: ThreadOrder,
  port: NonNullable<typeof parentPort>,
): Promise<void> {
  const tell = (message: FromThread): void => {
    port.postMessage(message)
  }
  const prepared = await prepareLoad(input)
  // Files may have changed since the first thread read them; it goes on without this one.
  if (!prepared.ok) return
  const { order, prepared: run } = prepared.value
  const breaking = new AbortController()
  const surroundings = {
    ...{ emit: () => undefined, showsBegins: false },
    ...{ interrupt: breaking.signal, insist: breaking.signal },
  }
  // What suites need has been started.
  const configuration = { ...run.configuration, mocks: [], services: [] }
  const guard = new TargetGuard(input.targetIsMine === true)
  await inSurroundings({ ...run, configuration }, input, surroundings, async context => {
    tokensOf(context.resources).add(tokens)
    const own = { ...guard.watch(context), sharedMocks: { variables: mocks, received: new Map() } }
    const part = new LoadPart(order.scenarios, own, { shared, index, fileOf: fileName(input) })
    const begun = new Promise<boolean>(resolve => {
      let isBegun = false
      port.on('message', (word: ToThread) => {
        if (word === 'break-off') part.breakOff()
        else if (isBegun) part.grown()
        isBegun = true
        resolve(word === 'grown')
      })
    })
    await loadActions(order.scenarios)
    tell({ type: 'ready' })
    if (!(await begun)) return
    const telling = setInterval(() => {
      tell({ type: 'measured', interval: part.takeInterval() })
    }, tellingInterval)
    const measured = await part.carryOut()
    clearInterval(telling)
    tell({ type: 'measured', interval: part.takeInterval() })
    tell({ type: 'ended', part: measured })
  })
}

if (parentPort !== null) {
  const port = parentPort
  // What is thrown ends the thread, which the first one is told.
  void carryOut(workerData as ThreadOrder, port).finally(() => {
    port.close()
  })
}
