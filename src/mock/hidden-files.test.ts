import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { whyKeptBack } from './make-answer.ts'
import { withMock } from './testing/with-mock.ts'
import { talk } from './testing/talk.ts'

/** Beside these a link `linked.txt` leads to `.env`, and `away` out of the folder. */
const files = { '.env': 'TOKEN=x', 'ok.txt': 'fine', 'sub/.git/config': 'x', '.answers/a.json': '{}' }

describe('a file that a request names', () => {
  const written = '{{query.f}}'
  for (const [name, isSent] of [
    ['ok.txt', true],
    ['./ok.txt', true],
    ['sub/../ok.txt', true],
    ['FOLDER/ok.txt', true],
    ['.env', false],
    ['./.env', false],
    ['sub/../.env', false],
    ['FOLDER/.env', false],
    ['sub/.git/config', false],
    ['linked.txt', false],
    ['away/x', false],
    ['../x', false],
    ['/etc/hostname', false],
  ] as const)
    it(`${name} is ${isSent ? '' : 'not '}sent`, () =>
      withFolder(files, async folder => {
        await symlink(path.join(folder, '.env'), path.join(folder, 'linked.txt'))
        await symlink(path.dirname(folder), path.join(folder, 'away'))
        const why = whyKeptBack(written, name.replace('FOLDER', folder), folder)
        assert.equal(why === undefined, isSent, why)
      }))

  it('may be below a hidden folder of the suite, but no hidden one there', () =>
    withFolder(files, async folder => {
      await writeFile(path.join(folder, '.answers', '.env'), '')
      assert.equal(whyKeptBack('.answers/{{query.f}}', '.answers/a.json', folder), undefined)
      assert.match(whyKeptBack('.answers/{{query.f}}', '.answers/.env', folder) ?? '', /is hidden/)
      assert.match(whyKeptBack('.answers/{{query.f}}', '.answers/../.env', folder) ?? '', /is hidden/)
      assert.equal(whyKeptBack('.env', '.env', folder), undefined)
    }))

  it('is not sent over HTTP', () =>
    withMock(
      'routes: [{ route: GET /q, answer: { file: "{{query.f}}" } }]',
      async mock => {
        assert.equal(await (await fetch(`${mock.url}/q?f=ok.txt`)).text(), 'fine')
        const answer = await fetch(`${mock.url}/q?f=.env`)
        assert.equal(answer.status, 500)
        assert.doesNotMatch(await answer.text(), /TOKEN/)
      },
      files,
    ))

  it('is not sent over a WebSocket', () =>
    withMock(
      'routes: [{ route: WS /a, answer: { on: [{ send: { file: "{{message.f}}" } }] } }]',
      async mock => {
        assert.equal((await talk(mock, '/a', ['{"f":".env"}'])).code, 1011)
      },
      files,
    ))
})
