import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Lists the programs that the script would install on a machine without any; those in /usr/sbin it finds all the same. */
function wouldInstall(...words: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync('/bin/sh', ['scripts/install-parts.sh', '-n', ...words], {
    env: { PATH: '/nowhere', HOME: '/nowhere' },
    encoding: 'utf8',
  })
  assert.equal(stdout, '')
  return stderr.replace('scripts/install-parts.sh: would install:', '').trim().split(' ')
}

const needs = { skip: process.platform === 'win32' && 'there is no /bin/sh on Windows' }

test('D8: the services install Java, Maven and RabbitMQ, and nothing else', needs, () => {
  const parts = wouldInstall('services').filter(part => part !== 'rabbitmq-server')
  assert.deepEqual(parts, ['default-jre-headless', 'maven'])
})

test('D8: the tests install what only they use, and say what', needs, () => {
  const parts = wouldInstall()
  for (const part of ['openssl', 'kcat', 'amqp-tools', 'protobuf-compiler']) assert.ok(parts.includes(part))
  assert.ok(!parts.some(part => /jre|rabbitmq/.test(part)))
})
