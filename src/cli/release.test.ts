import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { withFolder } from '../testing/run-program.ts'

const script = path.resolve('scripts/release.mjs')

const project = {
  'package.json': '{ "name": "a", "version": "0.1.0" }',
  'package-lock.json':
    '{ "name": "a", "version": "0.1.0", "lockfileVersion": 3, "packages": { "": { "name": "a" } } }',
  'CHANGELOG.md': '# Changes\n\n## Unreleased\n\n- New\n\n## 0.1.0 - 2026-01-31\n\n- First\n',
}

test('a release is prepared by its version and its section of the changelog', () =>
  withFolder(project, folder => {
    execFileSync(process.execPath, [script, '0.2.0', '--prepare'], { cwd: folder })
    const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
    assert.equal((JSON.parse(read('package.json')) as { version: string }).version, '0.2.0')
    assert.equal((JSON.parse(read('package-lock.json')) as { version: string }).version, '0.2.0')
    assert.equal(
      read('CHANGELOG.md'),
      `# Changes\n\n## Unreleased\n\n## 0.2.0 - ${new Date().toISOString().slice(0, 10)}\n\n- New\n\n## 0.1.0 - 2026-01-31\n\n- First\n`,
    )
  }))

test('nothing is made of a version that is none, is there already, or has no changes', () =>
  withFolder(project, async folder => {
    const refused = (words: readonly string[], cwd = folder): string => {
      const { status, stderr } = spawnSync(process.execPath, [script, ...words], { cwd, encoding: 'utf8' })
      assert.notEqual(status, 0)
      return stderr
    }
    assert.match(refused([]), /Name a version/)
    assert.match(refused(['next']), /Name a version/)
    assert.match(refused(['0.1.0', '--prepare']), /has a section 0\.1\.0 already/)
    await withFolder(
      { ...project, 'CHANGELOG.md': '## Unreleased\n\n## 0.1.0 - 2026-01-31\n\n- First\n' },
      empty => {
        assert.match(refused(['0.2.0', '--prepare'], empty), /has nothing under "## Unreleased"/)
      },
    )
    await withFolder(
      { ...project, 'CHANGELOG.md': '## Unreleased\n\n- New\n\n## 0.0.9 - 2026-01-31\n\n- First\n' },
      unprepared => {
        assert.match(refused(['0.1.0'], unprepared), /has nothing under "## 0\.1\.0"/)
      },
    )
    assert.deepEqual(readdirSync(folder).sort(), Object.keys(project).sort())
  }))

test('the changelog has the version of the package as its newest, and a date for each', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const [first, ...versions] = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.*)$/gm)].map(
    ([, heading = '']) => heading,
  )
  assert.equal(first, 'Unreleased')
  assert.equal(versions[0]?.split(' - ')[0], version)
  for (const heading of versions) assert.match(heading, /^\d+\.\d+\.\d+(?:-[\w.]+)? - \d{4}-\d{2}-\d{2}$/)
})

test('the workflow runs what a submission must pass, on every Node that is supported', () => {
  const workflow = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: { test: { strategy: { matrix: object }; steps: readonly { run?: string }[] } }
  }
  const { strategy, steps } = workflow.jobs.test
  assert.deepEqual(strategy.matrix, { node: [20, 22, 24] })
  assert.ok(steps.some(({ run }) => run === '.ci/run'))
})

test('the forms for issues ask for what is needed, each thing once', () => {
  for (const name of ['bug.yml', 'idea.yml']) {
    const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}`, 'utf8')) as {
      body: readonly { type: string; id: string; attributes: { label: string } }[]
    }
    assert.equal(new Set(form.body.map(({ id }) => id)).size, form.body.length)
    for (const { type, attributes } of form.body) {
      assert.match(type, /^(?:input|textarea)$/)
      assert.notEqual(attributes.label, '')
    }
  }
})
