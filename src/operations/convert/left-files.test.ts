import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../../testing/run-program.ts'

const request = 'GET http://127.0.0.1:9/\n'
const large = `${request}\n${'x'.repeat(1024 * 1024)}\n`

/** The lines that an import of a folder prints about each name. */
function told(files: Readonly<Record<string, string>>, line = 'import shop'): Promise<string> {
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`shop/${name}`, text]))
  return withFolder(inFolder, async folder => {
    symlinkSync('a.http', path.join(folder, 'shop', 'link.http'))
    const { output, errors } = await runLine(folder, line.split(' '))
    return output + errors
  })
}

describe('a folder that is imported', () => {
  it('tells each file that nothing was made of, and why', async () => {
    const printed = await told({
      'a.http': request,
      'empty.http': '',
      'large.http': large,
      'large.json': `"${large}"`,
      'b.hurl': request,
      'c.postman_collection.json':
        '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}',
      'd.har': '{"log": {"entries": []}}',
      'notes.md': 'none',
    })
    for (const [name, why] of [
      ['empty.http', 'there is no request in it'],
      ['large.http', 'it is larger than 1 MiB'],
      ['large.json', 'it is larger than 1 MiB'],
      ['link.http', 'it is a link, and links are not followed'],
      ['b.hurl', 'it is a Hurl file, and no part of this'],
      ['c.postman_collection.json', 'it is a collection or an environment of Postman, and no part of this'],
      ['d.har', 'it is a recording (HAR), and no part of this'],
    ] as const)
      assert.ok(
        printed.split('\n').some(one => one.includes(name) && one.includes(why)),
        `${name} in ${printed}`,
      )
    assert.doesNotMatch(printed, /notes\.md/)
  })

  it('is not run where a file of its requests cannot be read, at that file', async () => {
    const bruno = {
      'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
      'A.yml': 'info: { name: A, type: http }\nhttp: { method: GET, url: "http://127.0.0.1:9/" }\n',
      'B.yml': `info: { name: B, type: http }\ndocs: "${large}"\n`,
    }
    const printed = await told({ ...bruno, 'c.hurl': request }, 'check shop')
    assert.match(
      printed,
      /shop\/B\.yml:1:1 {2}error import-loss {2}B\.yml is not carried out: it is larger than 1 MiB/,
    )
    assert.doesNotMatch(printed, /c\.hurl/)
  })
})
