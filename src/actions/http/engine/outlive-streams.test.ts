import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'

const program = path.resolve('dist/modules/src/actions/http/engine/testing/flooded-sessions.js')

test('requests that are given up within endless header lines do not end the process', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', program], {
    encoding: 'utf8',
  })
  assert.equal(stdout, 'still there\n', stderr)
  assert.equal(status, 0)
})
