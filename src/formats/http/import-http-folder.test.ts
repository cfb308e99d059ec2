import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import { mapping } from '../../util/read-values.ts'
import { exportHttp } from './export-http.ts'
import { importHttpFolder } from './import-http.ts'

const root = path.resolve('/shop')

const texts = {
  'http-client.env.json': '{ "local": { "host": "http://127.0.0.1:4555" } }',
  'orders/cancel.http': '@id = 7\n\n### Cancel\nDELETE {{host}}/orders/{{id}}\n',
  'orders/notes.md': 'no request',
  'users.http':
    '\ufeff### All\r\nGET {{host}}/users\r\n\r\n### One\r\nPOST {{host}}/users\r\n\r\n< ./user.json\r\n',
  'user.json': '{}',
}

function imported(files: Readonly<Record<string, string>> = texts): Collection {
  return reading(files).collection ?? assert.fail()
}

function reading(files: Readonly<Record<string, string>>): Imported {
  const read = importHttpFolder(new Map(Object.entries(files)), root, {
    directory: root,
    read: file => files[path.relative(root, file)],
    translate: () => assert.fail(),
  })
  assert.ok(read.ok, JSON.stringify(read))
  return read.value
}

describe('a folder of files of requests', () => {
  it('is one collection with a folder for each file, and the environments beside them', () => {
    const { name, items, environments, settings } = imported()
    assert.equal(name, 'shop')
    assert.deepEqual(settings, { 'stop-on-failure': false })
    assert.deepEqual(
      items.map(item =>
        item.kind === 'folder' ? [item.name, item.items.length, item.variables, item.settings] : [],
      ),
      [
        ['orders/cancel', 1, { id: '7' }, { 'follow-redirects': true }],
        ['users', 2, undefined, { 'follow-redirects': true }],
      ],
    )
    assert.deepEqual(
      environments.map(one => [one.name, one.variables]),
      [['local', { host: 'http://127.0.0.1:4555' }]],
    )
  })

  it('is written back to the byte, each file under its name', () => {
    const { files, report } = exportHttp(imported())
    assert.deepEqual(Object.fromEntries(files.map(({ name, text }) => [name, text])), {
      'orders/cancel.http': texts['orders/cancel.http'],
      'users.http': texts['users.http'],
    })
    assert.deepEqual([report.requests, report.created, report.losses], [3, 3, []])
  })

  it('is written with a file of its own for each folder, also for one that was copied', () => {
    const collection = imported()
    const copies = collection.items.map(item =>
      item.kind === 'folder' && item.name === 'users' ? { ...item, name: 'Copy' } : item,
    )
    const { files } = exportHttp({ ...collection, items: [...collection.items, ...copies.slice(-1)] })
    assert.deepEqual(
      files.map(({ name }) => name),
      ['orders/cancel.http', 'users.http', 'users-2.http'],
    )
  })

  it('is written without a name that leads out of it', () => {
    const collection = imported()
    for (const file of ['../evil.http', '/etc/evil.http', 'C:\\evil.http', 'a/../../evil.http', 'evil.sh']) {
      const [first, ...others] = collection.items
      assert.ok(first?.kind === 'folder')
      const kept = { http: { ...mapping(first.kept?.['http']), file } }
      const items = [{ ...first, kept }, ...others]
      const names = exportHttp({ ...collection, items }).files.map(({ name }) => name)
      assert.deepEqual(names, ['users.http', 'shop.http'])
    }
  })

  it('runs on behind a request whose variable is to come from elsewhere', () => {
    const more = { ...texts, 'users.http': '@key = {{key}}\n\n### All\nGET {{host}}/users/{{key}}\n' }
    const collection = imported(more)
    assert.deepEqual(collection.settings, { 'stop-on-failure': false, 'unset-variables': 'fail-step' })
    assert.deepEqual(
      exportHttp(collection).files.map(({ text }) => text),
      [texts['orders/cancel.http'], more['users.http']],
    )
  })

  it('says of no variable that a run refuses it, where another file has it fail its step', () => {
    const more = {
      'a.http': '@key = {{key}}\n\nGET http://a/{{key}}\n',
      'b.http': 'GET http://a/{{other}}\n',
    }
    const { collection, report } = reading(more)
    assert.equal(collection?.settings?.['unset-variables'], 'fail-step')
    const why =
      'nothing in the file sets it: the clients send it as it stands, a run does not; give it with --var'
    assert.deepEqual(
      report.notes.map(note => [note.what, note.why]),
      [
        ['{{key}}', why],
        ['{{other}}', why],
      ],
    )
  })

  it('without a request is refused', () => {
    const options = { directory: root, read: () => undefined, translate: () => assert.fail() }
    const read = importHttpFolder(new Map([['a.http', '# nothing']]), root, options)
    assert.ok(!read.ok)
  })
})
