import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { chmod } from 'node:fs/promises'
import type { TestFile } from '../../formats/test-code/export-tests.ts'
import { withFolder } from '../../testing/run-program.ts'
import { formatTests } from './format-tests.ts'

const file: TestFile = { name: 'test_users.py', text: 'a = 1\n', cases: [], runs: [], environment: [] }
const there = { 'venv/bin/black': '#!/bin/sh\necho "# $*"\ncat\n' }

function formatted(
  manifest: string,
  files: Readonly<Record<string, string>>,
  language = 'Python',
): ReturnType<typeof formatTests> {
  return withFolder(files, async folder => {
    for (const name of Object.keys(files)) await chmod(path.join(folder, name), 0o755)
    return formatTests([file], {
      facts: { manifests: { 'pyproject.toml': manifest }, files: [] },
      language,
      folder,
      environment: { PATH: '/usr/bin:/bin' },
      interrupt: new AbortController().signal,
    })
  })
}

test('tests are as the formatter prints them that the project names', async () => {
  const { files, notes } = await formatted('[tool.black]\nline-length = 100\n', there)
  assert.equal(files[0]?.text, '# --quiet --stdin-filename test_users.py -\na = 1\n')
  assert.deepEqual(notes, [])
})

test('tests stay as they are where no formatter is named, and with a note where it is not there', async () => {
  assert.deepEqual(await formatted('dependencies = ["blackbird"]', there), { files: [file], notes: [] })
  assert.deepEqual(await formatted('[tool.black]', there, 'Go'), { files: [file], notes: [] })
  const { files, notes } = await formatted('dev = ["black~=25.1"]', {})
  assert.deepEqual(files, [file])
  assert.match(notes[0]?.why ?? '', /names black, which cannot be run/)
  const failing = { 'venv/bin/black': '#!/bin/sh\necho half\nexit 123\n' }
  assert.deepEqual((await formatted('[tool.black]', failing)).files, [file])
})
