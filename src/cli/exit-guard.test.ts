import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const module = JSON.stringify(new URL('./exit-guard.js', import.meta.url))

function ended(line: string): unknown {
  const program = `import { guardExit } from ${module}\nconst finish = guardExit(() => console.log('no end'))\n${line}`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  return { status, output: stdout.toString() }
}

test('a program that waits for what never comes does not look as if all were well', () => {
  assert.deepEqual(ended('new Promise(() => undefined).then(finish)'), { status: 3, output: 'no end\n' })
})

test('a program at its end has the exit code it wants', () => {
  assert.deepEqual(ended('process.exitCode = 1; finish()'), { status: 1, output: '' })
})
