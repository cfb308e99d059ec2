import assert from 'node:assert/strict'
import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { Secrets } from '../../secrets/index.ts'
import { createScope } from '../../template/scope.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { callEntry } from '../journal.ts'
import type { RunningMock } from '../running-mock.ts'
import { serveMock } from '../serve-mock.ts'

/** A mock as a test sees it. */
export interface WrittenMock extends RunningMock {
  readonly url: string
  /** The host and port alone. */
  readonly address: string
  readonly webSocketUrl: string
  /** The calls that it received, as suites see them. */
  readonly received: () => readonly JsonObject[]
}

/** Serves a mock that is written as below its name in a suite, beside these files, for as long as `use` needs it. */
export function withMock(
  written: string,
  use: (mock: WrittenMock) => Promise<void>,
  files: Files = {},
): Promise<void> {
  return withFolder(files, async folder => {
    const indented = written.replaceAll(/^/gm, '    ')
    const { suite } = await parseSuite(
      `suite: A\nmocks:\n  shop:\n${indented}\n`,
      path.join(folder, 'a.apitest.yaml'),
    )
    const [described = assert.fail('it is described')] = suite.mocks
    const secrets = new Secrets()
    const mock = await serveMock(described, {
      directory: folder,
      toolFolder: path.join(folder, '.tool'),
      scope: () => createScope([]),
      hide: secrets.add,
      mask: secrets.mask,
    })
    const { journal, variables } = mock
    const { url, address, webSocketUrl } = variables as Record<string, string>
    const received = (): readonly JsonObject[] => journal.calls.map(callEntry)
    try {
      await use(
        Object.assign(mock, {
          url: url ?? '',
          address: address ?? '',
          webSocketUrl: webSocketUrl ?? '',
          received,
        }),
      )
    } finally {
      await mock.stop()
    }
  })
}
