import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const upload = (form: FormData) => playground.send('POST', '/files/upload', { body: form })
const file = (content: string | Uint8Array, type = 'text/plain') => new Blob([content], { type })

function form(...parts: readonly (readonly [string, Blob, string] | readonly [string, string])[]): FormData {
  const data = new FormData()
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName)
  return data
}

test('files and text fields come back with size, type and hash', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  const reply = await upload(
    form(
      ['description', 'Two files'],
      ['files', file('hello'), 'hello.txt'],
      ['files', file('{}', 'application/json'), 'data.json'],
      ['colour', 'blue'],
      ['colour', 'green'],
    ),
  )
  assert.equal(reply.status, 201)
  assert.deepEqual(at(reply.body, 'fields'), { description: 'Two files', colour: ['blue', 'green'] })
  assert.deepEqual(at(reply.body, 'files', 0), {
    id: 'file-1',
    field: 'files',
    name: 'hello.txt',
    size: 5,
    contentType: 'text/plain',
    sha256: createHash('sha256').update('hello').digest('hex'),
  })
  assert.equal(at(reply.body, 'files', 1, 'name'), 'data.json')
})

test('an uploaded file can be deleted once', async () => {
  const id = String(at((await upload(form(['file', file('x'), 'x.txt']))).body, 'files', 0, 'id'))
  assert.equal((await playground.send('DELETE', `/files/upload/${id}`)).status, 204)
  assert.equal((await playground.send('DELETE', `/files/upload/${id}`)).status, 404)
})

test('a file of exactly 5 MiB is taken, a larger one refused', async () => {
  const limit = 5 * 1024 * 1024
  const taken = await upload(form(['file', file(new Uint8Array(limit), 'image/png'), 'photo.png']))
  assert.equal(at(taken.body, 'files', 0, 'size'), limit)
  const refused = await upload(form(['file', file(new Uint8Array(limit + 1), 'image/png'), 'photo.png']))
  assert.equal(refused.status, 413)
  assert.equal(at(refused.body, 'type'), 'urn:problem:file-too-large')
})

test('more than ten files are refused', async () => {
  const parts = Array.from({ length: 11 }, (_, index) => ['files', file('x'), `${index}.txt`] as const)
  assert.equal((await upload(form(...parts))).status, 413)
  assert.equal(count((await upload(form(...parts.slice(0, 10)))).body, 'files'), 10)
})

test('a form that says it is huge is refused unread', async () => {
  const body = new Uint8Array(55 * 1024 * 1024)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const reply = await playground
    .send('POST', '/files/upload', { body, headers })
    .catch((error: unknown) => error)
  // The server answers and closes; whether the answer is seen before the write fails is a matter of luck.
  assert.ok(reply instanceof Error || at(reply, 'status') === 413)
})

test('programs are refused by name and by content', async () => {
  for (const [content, name] of [
    ['echo hi', 'run.SH'],
    ['x', 'setup.exe'],
    ['#!/bin/sh\necho hi', 'notes.txt'],
    ['\u007fELF', 'photo.png'],
  ] as const) {
    const reply = await upload(form(['file', file(content), name]))
    assert.equal(reply.status, 415, name)
    assert.equal(at(reply.body, 'type'), 'urn:problem:executable-refused')
  }
})

test('a refused upload keeps none of its files', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  await upload(form(['files', file('x'), 'x.txt'], ['files', file('x'), 'x.exe']))
  assert.equal((await playground.send('DELETE', '/files/upload/file-1')).status, 404)
})

test('a form without a file, a broken form and no form are refused', async () => {
  assert.equal((await upload(form(['description', 'nothing']))).status, 400)
  const broken = {
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
  assert.equal((await playground.send('POST', '/files/upload', broken)).status, 400)
  assert.equal((await playground.json('POST', '/files/upload', { file: 'x' })).status, 415)
  assert.equal((await playground.send('POST', '/files/upload')).status, 415)
})

test('names from Object.prototype are refused as field names', async () => {
  const reply = await upload(form(['__proto__', 'x'], ['file', file('x'), 'x.txt']))
  assert.equal(reply.status, 400)
})

for (const [type, contentType, start] of [
  ['csv', 'text/csv; charset=utf-8', 'id,name,price,expected_status\n1,'],
  ['json', 'application/json; charset=utf-8', '{\n  "rows": ['],
  ['txt', 'text/plain; charset=utf-8', 'Products'],
  ['html', 'text/html; charset=utf-8', '<!doctype html>'],
] as const)
  test(`a sample of type ${type} can be downloaded`, async () => {
    const response = await fetch(playground.url(`/files/download/${type}`))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), contentType)
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="sample.${type}"`)
    assert.ok((await response.text()).startsWith(start))
  })

test('a sample of another type does not exist', async () => {
  for (const type of ['pdf', 'toString', '..%2Fcsv'])
    assert.equal((await playground.get(`/files/download/${type}`)).status, 404, type)
})
