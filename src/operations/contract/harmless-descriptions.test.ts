import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { importOpenApi } from '../../formats/openapi/import-open-api.ts'
import { hostIn } from '../testing/host-in.ts'
import { compareDescriptions } from './compare-descriptions.ts'
import { checked, described } from './testing/checked.ts'

const read = { get: { responses: { 200: { description: 'ok' } } } }
const settings = { headers: { Authorization: 'Bearer a-secret-token' } }

describe('C7: a description by somebody else', () => {
  let elsewhere: string[] = []
  const thief = createServer((request, response) => {
    elsewhere.push(request.url ?? '')
    response.end()
  })
  let port = 0
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-harmless-'))
    await new Promise<void>(resolve => thief.listen(0, '127.0.0.1', resolve))
    port = (thief.address() as AddressInfo).port
  })
  after(async () => {
    thief.close()
    await rm(folder, { recursive: true })
  })

  const paths = ['@127.0.0.1:{port}/stolen', ':{port}/x', '.localhost:{port}/x', 'x', '']

  for (const written of paths)
    it(`"${written}" as a path is malformed, and nothing is sent for it`, async () => {
      elsewhere = []
      const own = written.replace('{port}', String(port))
      const spec = described({ '/a': read, [own]: read })
      const { exitCode, problems, check } = await checked(spec, (_, response) => response.end(), { settings })
      assert.equal(exitCode, 2)
      const told = problems.find(({ code }) => code === 'malformed-description')
      assert.equal(told?.message, `openapi.json: path "${own}" cannot be checked: a path begins with "/"`)
      assert.ok(told.hint)
      assert.deepEqual(
        check.operations.map(({ operation }) => operation),
        ['GET /a'],
      )
      assert.deepEqual(elsewhere, [])
    })

  it('such a path is a loss of an import, and told by a comparison', async () => {
    const spec = described({ '/a': read, '@evil.test/x': read })
    const imported = await importOpenApi(await describedBy(spec))
    assert.doesNotMatch(JSON.stringify(imported.collection), /evil/)
    assert.deepEqual(
      imported.report.losses.map(({ what, why }) => `${what}: ${why}`),
      ['path "@evil.test/x": a path begins with "/"'],
    )
    await writeFile(path.join(folder, 'old.json'), JSON.stringify(described({ '/a': read })))
    await writeFile(path.join(folder, 'new.json'), JSON.stringify(spec))
    const compared = await compareDescriptions({ before: 'old.json', after: 'new.json' }, hostIn(folder))
    const problems = compared.ok ? compared.value.warnings : compared.problems
    assert.match(
      problems.map(({ message }) => message).join('\n'),
      /new.json is malformed: path "@evil\.test\/x"/,
    )
  })

  for (const where of ['document', 'operation'])
    it(`the server of its ${where} names no other host`, async () => {
      elsewhere = []
      const servers = [{ url: '{base}', variables: { base: { default: `@127.0.0.1:${port}` } } }]
      const item = where === 'operation' ? { get: { ...read.get, servers } } : read
      const spec = described({ '/a': item }, where === 'operation' ? {} : { servers })
      await checked(spec, (_, response) => response.writeHead(404).end(), { settings })
      assert.deepEqual(elsewhere, [])
    })

  it('quotes nothing of the files that it refers to', async () => {
    await mkdir(path.join(folder, 'secrets'))
    for (const [text, kind] of [
      ['root:x:0:0', 'text'],
      ['4711', 'a number'],
      ['token: sesame-opens\npin: 4711', 'none'],
    ]) {
      await writeFile(path.join(folder, 'secrets/key'), `${text}\n`)
      const content = { 'application/json': { schema: { $ref: '../secrets/key' } } }
      const get = {
        parameters: [{ $ref: '../secrets/key' }],
        responses: { 200: { description: 'ok', content }, 201: { $ref: '../secrets/key' } },
      }
      await mkdir(path.join(folder, 'own'), { recursive: true })
      await writeFile(path.join(folder, 'own/openapi.json'), JSON.stringify(described({ '/a': { get } })))
      const { check, problems } = await checked({}, (_, response) => response.end('{}'), {
        spec: path.join(folder, 'own/openapi.json'),
      })
      const told = JSON.stringify([check, problems])
      assert.doesNotMatch(told, /root:x|4711|sesame/)
      if (kind !== 'none') assert.match(told, new RegExp(`was expected, not ${String(kind)}`))
    }
  })
})
