import assert from 'node:assert/strict'
import path from 'node:path'
import { withFolder } from '../../../testing/run-program.ts'
import { parseSuite } from '../../../parse/parse-suite.ts'
import { Secrets } from '../../../secrets/index.ts'
import { createScope } from '../../../template/scope.ts'
import { RecentSecrets } from '../recent-secrets.ts'
import { serveStandalone } from '../serve-standalone.ts'
import type { ControlPlace } from '../registry.ts'
import { learnerOf } from '../../proxy/recorder.ts'

/** A mock `shop` that this process serves as one on its own. */
export interface ServedHere {
  readonly url: string
  readonly control: ControlPlace
  readonly folder: string
  stop(): Promise<void>
  reset(): Promise<void>
  /** Resolves when it has ended because nobody has called it for so many milliseconds. */
  stopWhenIdle(idle: number): Promise<void>
}

/** Serves a mock `shop` with these routes, or keys, for as long as `use` needs it. */
export function serveHere(routes: string, use: (served: ServedHere) => Promise<void>): Promise<void> {
  return withFolder({}, async folder => {
    const file = path.join(folder, 'a.apitest.yaml')
    const { suite } = await parseSuite(`suite: A\nmocks:\n  shop:\n    routes:\n${routes}\n`, file)
    const secrets = new RecentSecrets(new Secrets())
    const context = {
      directory: folder,
      toolFolder: path.join(folder, '.tool'),
      scope: () => createScope([]),
      hide: secrets.add,
      mask: secrets.mask,
      recorder: learnerOf(secrets),
    }
    const mocks = suite.mocks.map(mock => ({
      ...{ mock, writtenName: mock.name, file, context },
      ...{ secrets, places: {} },
    }))
    const served = await serveStandalone(mocks, { directory: folder })
    if ('kind' in served) assert.fail(served.kind)
    const [{ url, control } = assert.fail('it is entered')] = served.entries
    const stop = async (): Promise<void> => {
      await served.mocks.stop(undefined, 'stopped')
    }
    const reset = async (): Promise<void> => {
      await fetch(`${control.url}/api/reset?mock=shop`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control.token}` },
      })
    }
    try {
      await use({ url, control, folder, stop, reset, stopWhenIdle: idle => served.mocks.stopWhenIdle(idle) })
    } finally {
      await served.close()
    }
  })
}
