import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adviceOn, foreignFormat } from './foreign-format.ts'

/** A text, and the name of its file where that counts. */
const samples: readonly (readonly [string, string, string?])[] = [
  ['openapi', 'openapi: 3.1.0\ninfo: { title: a }'],
  ['openapi', '{"swagger": "2.0"}'],
  ['postman', '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}'],
  ['har', '\ufeff{"log": {"entries": []}}'],
  ['curl', '# All\ncurl http://127.0.0.1/'],
  ['curl', '#!/bin/sh\nset -e\ncurl http://127.0.0.1/'],
  ['http', '### All\n# @name all\nGET http://127.0.0.1/'],
  ['http', '@host = http://127.0.0.1\r\n\r\nPOST {{host}}/a HTTP/1.1\r\n'],
  ['http', '', 'empty.rest'],
  ['http-env', '{}', 'a/http-client.private.env.json'],
  ['hurl', 'GET http://127.0.0.1/\nHTTP 200\n[Asserts]\nbody contains "a"'],
  ['hurl', 'GET http://127.0.0.1/', 'a.hurl'],
  ['bruno', 'meta {\n  name: a\n}\n'],
  ['bruno', '{"version": "1", "name": "shop", "type": "collection"}'],
  ['opencollection', 'opencollection: 1.0.0\n'],
  ['opencollection', 'info:\n  name: a\n  type: http\n'],
  ['postman-v3', '$kind: http-request\nurl: a\n'],
  ['insomnia', 'type: collection.insomnia.rest/5.0\nname: a\n'],
  ['insomnia', '_type: export\n__export_format: 4\n'],
  ['insomnia', '{"type": "environment.insomnia.rest/5.0", "name": "a"}'],
  ['insomnia', '{"_type": "export", "__export_format": 4, "resources": []}'],
  ['arazzo', 'arazzo: 1.0.1\n'],
  ['arazzo', '{"arazzo": "1.0.1"}'],
  ['pact', '{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": []}'],
  ['k6', "import http from 'k6/http'\n"],
  ['jmeter', '<?xml version="1.0"?>', 'plan.jmx'],
]

describe('the format of a text', () => {
  for (const [format, text, name = ''] of samples)
    it(`is ${format}: ${name || text.slice(0, 40)}`, () => {
      assert.equal(foreignFormat(text, name), format)
    })

  it('is unknown of suites, of other texts and of broken ones', () => {
    const others = [
      'suite: a\nsteps: []',
      '',
      '{',
      '{"a": 1}',
      '[]',
      'GET some rest',
      'info:\n  name: a\n',
      'meta: {}',
    ]
    for (const text of others) assert.equal(foreignFormat(text, 'a.yaml'), undefined, text)
  })
})

describe('advice', () => {
  it('quotes the name of the file for the shell', () => {
    assert.equal(adviceOn('har', 'a b.har').hint, "Import it with `apitest import 'a b.har'`.")
    assert.match(adviceOn('hurl', 'a b.hurl').hint, /`apitest 'a b\.hurl'`/)
  })
})
