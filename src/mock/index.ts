import path from 'node:path'
import type { MockCalls } from '../actions/mock-calls.ts'
import type { Mock } from '../model/mock.ts'
import type { MockContext, StartMocks } from '../run/run-context.ts'
import { callEntry } from './journal.ts'
import { credentialsIn } from './received-request.ts'
import { type RunningMock, startFailure } from './running-mock.ts'
import { serveMock } from './serve-mock.ts'

/** Starts the mocks of a suite. */
export const startMocks: StartMocks = async (mocks, context) => {
  const started = await Promise.all(
    mocks.map(mock =>
      serveMock(mock, context).then(
        running => ({ mock, running }),
        (error: unknown) => ({ mock, error: error as NodeJS.ErrnoException }),
      ),
    ),
  )
  const running = started.flatMap(one => ('running' in one ? [one] : []))
  const failed = started.find(one => 'error' in one)
  if (failed !== undefined && 'error' in failed) {
    await Promise.all(running.map(one => one.running.stop()))
    return { ok: false, mock: failed.mock, failure: startFailure(failed.mock, failed.error) }
  }
  return {
    ok: true,
    value: {
      variables: Object.fromEntries(running.map(one => [one.mock.name, one.running.variables])),
      calls: new Map(running.map(one => [one.mock.name, callsOf(one, context)])),
      stop: async () => {
        await Promise.all(running.map(one => one.running.stop()))
        return running.map(one => ({
          mock: one.mock,
          problems: one.running.journal.problems(one.mock.allowsUnmatched),
        }))
      },
    },
  }
}

function callsOf(
  { mock: { spec, proxy }, running }: { readonly mock: Mock; readonly running: RunningMock },
  { directory, hide }: MockContext,
): MockCalls {
  const { journal, routes } = running
  return {
    routes,
    ...(spec === undefined ? {} : { spec: path.resolve(directory, spec) }),
    passesOn: proxy !== undefined,
    reset: () => {
      running.reset()
    },
    count: route => journal.count(route),
    get refused() {
      return journal.refused
    },
    get refusals() {
      return journal.refusals
    },
    kept: route =>
      journal.calls
        .filter(call => route === undefined || call.outcome?.route === route)
        .map(call => {
          for (const text of credentialsIn(call.request)) hide(text)
          return callEntry(call)
        }),
  }
}
