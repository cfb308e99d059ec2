import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unknownMember } from './unknown-member.ts'

describe('what is asked of calls', () => {
  for (const [path, message] of [
    ['$.cuont', '"cuont" is no member of what is told of calls'],
    ['$["call"]', '"call" is no member of what is told of calls'],
    ['$.calls[0].rute', '"rute" is no member of a call'],
    ["$.calls[*]['rute']", '"rute" is no member of a call'],
    ["$.calls[?@.rute == 'POST /y']", '"rute" is no member of a call'],
    ["$.calls[?@.route == 'x]' && @['statsu'] == 1].body", '"statsu" is no member of a call'],
    ["$.calls[?@.headers['Content-Type'] == 'a']", 'a call has no header "Content-Type"'],
    ['$.calls[-1].headers.Accept', 'a call has no header "Accept"'],
    ['$.calls[?@.body.items[?@.id == 1]].methd', '"methd" is no member of a call'],
  ] as const)
    it(`is there: ${path}`, () => {
      assert.equal(unknownMember(path)?.message, message)
    })

  for (const path of [
    ...['$', '$.count', '$.dropped', '$..route', '$.*', '$[*]', '$.calls', '$.calls[0]', '$.calls[*].route'],
    ...["$.calls[?@.headers['x-test'] == '@.rute'].body.amount", '$.calls[?@.body.items[?@.id == 1]].path'],
    ...[
      '$.calls[0].body.Anything',
      '$.calls[0].headers["x-a"]',
      '$.calls[0].messages[0].Id',
      '$.calls[?@.body.rute]',
    ],
  ])
    it(`takes ${path}`, () => {
      assert.equal(unknownMember(path), undefined)
    })
})
