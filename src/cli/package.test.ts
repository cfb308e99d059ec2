import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withFolder } from '../testing/run-program.ts'

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly content: string }[]
  readonly licenses: readonly unknown[]
}

interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
}

test('C9: the bill of materials names every package whose code is bundled, as it was installed', () => {
  const bill = readJson('dist/program/bom.cdx.json') as Bill
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6'])
  assert.equal(bill.metadata.component.name, 'apitest-run')
  const { inputs } = readJson('dist/metafile.json') as { inputs: object }
  const bundled = new Set(Object.keys(inputs).flatMap(folderOfPackage))
  const copied = ['node_modules/@fastify/swagger-ui', 'node_modules/postman-sandbox']
  const installed = new Set(
    [...bundled, ...copied].map(folder => {
      const { name, version } = readJson(path.join(folder, 'package.json')) as Component
      return `${name} ${version}`
    }),
  )
  const named = bill.components.map(
    ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}`,
  )
  assert.deepEqual(named.sort(), [...installed].sort())
  for (const { name, version, purl, hashes, licenses } of bill.components) {
    assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@/, name)
    assert.ok(purl.endsWith(`@${version}`), purl)
    assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name)
    assert.equal(licenses.length, 1, name)
  }
})

test('F12: what is packed has no scripts and no development packages, and the repository keeps them', async () => {
  await withFolder({}, folder => {
    copyFileSync('package.json', path.join(folder, 'package.json'))
    const clean = path.resolve('scripts/clean-package.mjs')
    execFileSync(process.execPath, [clean], { cwd: folder })
    const packed = readJson(path.join(folder, 'package.json')) as Record<string, unknown>
    assert.deepEqual(
      ['scripts', 'devDependencies', 'dependencies', 'overrides'].filter(key => key in packed),
      [],
    )
    assert.deepEqual(packed['bin'], { apitest: 'bin/apitest.cjs' })
    execFileSync(process.execPath, [clean, 'restore'], { cwd: folder })
    assert.equal(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
      readFileSync('package.json', 'utf8'),
    )
  })
})

test('F1, F10: the package has a name of its own, and every published schema is in it', () => {
  const { name, files } = readJson('package.json') as { name: string; files: readonly string[] }
  assert.equal(name, 'apitest-run')
  for (const file of ['suite.schema.json', 'schemas/*.schema.json']) assert.ok(files.includes(file), file)
  for (const schema of ['configuration', 'api-collections', 'report', 'contract-check', 'load-report'])
    assert.ok(existsSync(`schemas/${schema}.schema.json`), schema)
  assert.ok(existsSync('suite.schema.json'))
})

/** `node_modules/NAME` of a file of the bundle that came with a package. */
function folderOfPackage(file: string): readonly string[] {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown
}
