import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Result } from '../../model/problem.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import { attachFiles } from './attach-files.ts'
import { listAttachments } from './list-attachments.ts'
import type { Attachment } from './uploads.ts'

type Given = Parameters<typeof attachFiles.run>[0]['files'][number]

const attach = (folder: string, files: readonly Given[]): Promise<Result<readonly Attachment[]>> =>
  attachFiles.run({ files }, hostIn(folder))

const uploads = '.tool/uploads'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

function keptIn(folder: string): readonly string[] {
  return existsSync(path.join(folder, uploads)) ? readdirSync(path.join(folder, uploads)).sort() : []
}

/** The messages for files that are refused; nothing may be kept then. */
async function refusals(folder: string, files: readonly Given[]): Promise<readonly string[]> {
  const answer = await attach(folder, files)
  assert.ok(!answer.ok, 'it was accepted')
  assert.deepEqual(keptIn(folder), [])
  return answer.problems.map(({ message }) => message)
}

/** The names that files got. */
async function names(folder: string, files: readonly Given[]): Promise<readonly string[]> {
  const answer = await attach(folder, files)
  assert.ok(answer.ok, answer.ok ? '' : answer.problems[0]?.message)
  return answer.value.map(({ name }) => name)
}

describe('what is attached', () => {
  it('is told by name, place, size, type and checksum alone', () =>
    withFolder({ 'data/users.csv': 'id\n1\n', 'apitest.config.yaml': '{}' }, async folder => {
      const answer = await attach(path.join(folder, 'data'), [
        { path: 'users.csv' },
        { name: 'note', base64: base64('hi') },
      ])
      const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
      const value = [
        {
          ...{ name: 'users.csv', path: '.tool/uploads/users.csv', size: 5, type: 'text/csv' },
          sha256: sha256('id\n1\n'),
        },
        {
          ...{ name: 'note', path: '.tool/uploads/note', size: 2, type: 'application/octet-stream' },
          sha256: sha256('hi'),
        },
      ]
      assert.deepEqual(answer, { ok: true, value })
      assert.equal(readFileSync(path.join(folder, uploads, 'users.csv'), 'utf8'), 'id\n1\n')
      const [users, note] = value
      assert.deepEqual(await listAttachments.run({}, hostIn(folder)), { ok: true, value: [note, users] })
    }))

  it('is told before, by where it comes from', () =>
    withFolder({ 'a.csv': 'id\n', 'run.sh': '' }, async folder => {
      const ask = (files: readonly Given[]) => attachFiles.preview?.({ files }, hostIn(folder))
      const asked = await ask([{ path: './a.csv' }, { name: 'note', base64: base64('hi') }])
      assert.deepEqual(asked?.ok === true && asked.value.sentences, [
        `Keeps a copy of "${path.join(folder, 'a.csv')}" as "a.csv", 3 B`,
        'Keeps a copy as "note", 2 B',
      ])
      assert.equal((await ask([{ path: 'run.sh' }]))?.ok, false)
      assert.deepEqual(keptIn(folder), [])
    }))

  it('is for its user alone, and kept out of git, also where .tool is shared', () =>
    withFolder({ '.tool/api-collections.json': '{ "version": 1 }', 'a.csv': 'a' }, async folder => {
      await names(folder, [{ path: 'a.csv' }])
      assert.equal(lstatSync(path.join(folder, uploads, 'a.csv')).mode & 0o777, 0o600)
      assert.equal(lstatSync(path.join(folder, uploads)).mode & 0o777, 0o700)
      assert.deepEqual(keptIn(folder), ['.gitignore', 'a.csv'])
      execFileSync('git', ['init', '-q'], { cwd: folder })
      const shown = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: folder, encoding: 'utf8' })
      assert.equal(shown, '?? .tool/api-collections.json\n?? a.csv\n')
    }))

  it('stays as it is when it is attached again, and keeps another of its name', () =>
    withFolder({ 'a/data.csv': 'a', 'b/DATA.csv': 'b', 'c/data.tar.gz': '' }, async folder => {
      const data = { path: 'a/data.csv' }
      assert.deepEqual(await names(folder, [data, data]), ['data.csv', 'data.csv'])
      assert.deepEqual(await names(folder, [{ path: 'b/DATA.csv' }, data]), ['DATA-2.csv', 'data.csv'])
      assert.deepEqual(await names(folder, [{ path: 'b/DATA.csv' }]), ['DATA-2.csv'])
      assert.deepEqual(await names(folder, [{ name: 'data.csv', base64: base64('c') }]), ['data-3.csv'])
      assert.deepEqual(keptIn(folder), ['.gitignore', 'DATA-2.csv', 'data-3.csv', 'data.csv'])
    }))

  it('may have a name like a lock', () =>
    withFolder({}, async folder => {
      const lock = { name: 'Cargo.lock', base64: base64('a') }
      assert.deepEqual(await names(folder, [lock, { name: 'Cargo', base64: base64('b') }]), [
        'Cargo.lock',
        'Cargo-2',
      ])
    }))

  it('is kept at the same time as others of its name', () =>
    withFolder({}, async folder => {
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          names(folder, [{ name: 'a.txt', base64: base64(String(index)) }]),
        ),
      )
      assert.equal(new Set(all.flat()).size, 8)
      assert.equal(keptIn(folder).length, 9)
    }))

  it('takes what killed processes left with it', () =>
    withFolder({}, async folder => {
      await names(folder, [{ name: 'a.txt', base64: base64('a') }])
      const { pid } = spawnSync('true')
      const { stdout } = spawnSync(process.execPath, [
        '-e',
        `import('${path.resolve('dist/modules/src/util/lock-owner.js')}').then(m => console.log(m.ownerName()))`,
      ])
      const owner = stdout.toString().trim()
      assert.ok(pid > 0 && owner !== '')
      mkdirSync(path.join(folder, uploads, 'b.txt.lock'))
      writeFileSync(path.join(folder, uploads, 'b.txt.lock', owner), 'half')
      mkdirSync(path.join(folder, uploads, `c.txt.lock.${owner}`))
      await names(folder, [{ name: 'a.txt', base64: base64('a') }])
      assert.deepEqual(keptIn(folder), ['.gitignore', 'a.txt'])
    }))
})

describe('the limits', () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.txt`, base64: base64('a') }))

  it('let ten files in, and not eleven', () =>
    withFolder({}, async folder => {
      const eleven = [...ten, { name: 'last.txt', base64: base64('a') }]
      assert.deepEqual(await refusals(folder, eleven), [
        '11 files are more than the 10 that can be attached at a time',
      ])
      assert.equal((await names(folder, ten)).length, 10)
    }))

  it('let 20 MB in, and not a byte more', () =>
    withFolder({ 'ok.bin': '', 'big.bin': '' }, async folder => {
      truncateSync(path.join(folder, 'ok.bin'), 20 * 1024 * 1024)
      truncateSync(path.join(folder, 'big.bin'), 20 * 1024 * 1024 + 1)
      assert.deepEqual(await refusals(folder, [{ path: 'ok.bin' }, { path: 'big.bin' }]), [
        '"big.bin" is rejected: it is above the size limit of 20 MB per file',
      ])
      const large = Buffer.alloc(20 * 1024 * 1024 + 1)
      assert.deepEqual(await refusals(folder, [{ name: 'a', base64: large.toString('base64') }]), [
        '"a" is rejected: it is above the size limit of 20 MB per file',
      ])
      const most = large.subarray(1).toString('base64')
      assert.deepEqual(await names(folder, [{ path: 'ok.bin' }, { name: 'a', base64: most }]), [
        'ok.bin',
        'a',
      ])
    }))

  it('keep none of the files when one is wrong, and tell all that is wrong', () =>
    withFolder({ 'a.csv': 'a', 'run.sh': 'echo', 'photo.png': '#!/bin/sh' }, async folder => {
      const files = ['a.csv', 'run.sh', 'photo.png', 'nowhere.csv'].map(file => ({ path: file }))
      assert.deepEqual(await refusals(folder, files), [
        '"run.sh" is rejected: it has a name that ends in .sh; executables are never accepted',
        '"photo.png" is rejected: it is a script (#!); executables are never accepted',
        '"nowhere.csv" is rejected: there is no such file',
      ])
      assert.ok(!existsSync(path.join(folder, '.tool')))
    }))

  it('tell of an archive that cannot be looked into what to do with it', () =>
    withFolder({ 'a.zip': 'PK\x03\x04broken' }, async folder => {
      const answer = await attach(folder, [{ path: 'a.zip' }])
      const [{ message, hint } = { message: '', hint: '' }] = answer.ok ? [] : answer.problems
      assert.match(message, /^"a\.zip" is rejected: it cannot be looked into: /)
      assert.doesNotMatch(message, /executables/)
      assert.equal(hint, 'Pack it again, or attach what is in it.')
    }))

  it('hold for executables under another name', () =>
    withFolder({ 'run.sh': 'echo' }, async folder => {
      const [message = ''] = await refusals(folder, [{ path: 'run.sh', name: 'notes.txt' }])
      assert.match(message, /ends in \.sh; executables are never accepted/)
    }))
})

describe('a file is refused', () => {
  const rows: readonly (readonly [title: string, given: Given, message: RegExp])[] = [
    ['that is no base64', { name: 'a.txt', base64: 'a b!' }, /"a.txt" is rejected: it is not base64/],
    ['whose base64 is cut off', { name: 'a.txt', base64: 'YWJ' }, /it is not base64/],
    ['without a content', { name: 'a.txt' }, /file 1 has neither path nor base64/],
    ['with two contents', { path: 'a', base64: 'YQ==' }, /file 1 has both path and base64/],
    ['without a name', { base64: 'YQ==' }, /file 1 is given as base64, and has no name/],
    ['without a path', { path: ' ' }, /file 1 has an empty path/],
    ...(
      [
        ['..', /a name has no folders in it/],
        ['../a.txt', /a name has no folders in it/],
        ['/etc/passwd', /a name has no folders in it/],
        ['a\\b.txt', /a name has no folders in it/],
        ['', /the name is empty/],
        ['a\0.txt', /control characters/],
        ['a\n.txt', /control characters/],
        ['a\u202etxt.csv', /turn the rest around/],
        ['a\ud800.txt', /not Unicode/],
        ['a:b.txt', /no file of Windows/],
        ['NUL.txt', /a device of Windows/],
        ['com1', /a device of Windows/],
        ['.gitignore', /begins with a dot/],
        ['a.txt.', /ends in a space or a dot/],
        ['a.txt ', /ends in a space or a dot/],
        ['a'.repeat(181), /longer than 180 bytes/],
      ] as const
    ).map(
      ([name, message]) =>
        [`with the name ${JSON.stringify(name).slice(0, 40)}`, { name, base64: 'YQ==' }, message] as const,
    ),
  ]
  for (const [title, given, message] of rows)
    it(title, () =>
      withFolder({}, async folder => {
        const messages = await refusals(folder, [given])
        assert.equal(messages.length, 1)
        assert.match(messages[0] ?? '', message)
        assert.doesNotMatch(messages[0] ?? '', /[\0\u202e]/)
      }),
    )

  it('when there is none', () =>
    withFolder({}, async folder => {
      assert.deepEqual(await refusals(folder, []), ['there are no files to attach'])
    }))
})

describe('what is no file of its folder is refused', { skip: process.platform === 'win32' }, () => {
  const kinds: readonly (readonly [title: string, make: (file: string) => void, why: RegExp])[] = [
    [
      'a folder',
      file => {
        mkdirSync(file)
      },
      /it is a folder/,
    ],
    [
      'a pipe, which is not waited for',
      file => {
        execFileSync('mkfifo', [file])
      },
      /a pipe, a socket or a device/,
    ],
    [
      'a link to a device',
      file => {
        symlinkSync('/dev/zero', file)
      },
      /a pipe, a socket or a device/,
    ],
    [
      'a link to nothing',
      file => {
        symlinkSync('nothing', file)
      },
      /there is no such file/,
    ],
    [
      'a link to itself',
      file => {
        symlinkSync(path.basename(file), file)
      },
      /it cannot be read: ELOOP/,
    ],
    [
      'a link out of the folder',
      file => {
        symlinkSync('/etc/hostname', file)
      },
      /is a link that leads to \/etc\/hostname: attach that, if it is meant/,
    ],
  ]
  for (const [title, make, why] of kinds)
    it(title, () =>
      withFolder({}, async folder => {
        make(path.join(folder, 'a.txt'))
        const [message = ''] = await refusals(folder, [{ path: 'a.txt' }])
        assert.match(message, why)
      }),
    )

  it('a socket', () =>
    withFolder({}, async folder => {
      const server = createServer()
      await new Promise<void>(resolve => server.listen(path.join(folder, 'a.txt'), resolve))
      const [message = ''] = await refusals(folder, [{ path: 'a.txt' }])
      server.close()
      assert.match(message, /a pipe, a socket or a device/)
    }))

  it('and a link within it is followed', () =>
    withFolder({ 'data/2024.csv': 'a' }, async folder => {
      symlinkSync('data/2024.csv', path.join(folder, 'latest.csv'))
      assert.deepEqual(await names(folder, [{ path: 'latest.csv' }]), ['latest.csv'])
      assert.ok(!lstatSync(path.join(folder, uploads, 'latest.csv')).isSymbolicLink())
    }))
})

describe('where nothing can be kept', () => {
  const rows: readonly (readonly [
    title: string,
    files: Files,
    prepare: (folder: string) => void,
    why: RegExp,
  ])[] = [
    [
      'a link stands in the place of the folder',
      { '.tool/.gitignore': '*', 'elsewhere/a': '' },
      folder => {
        symlinkSync('../elsewhere', path.join(folder, uploads))
      },
      /links in .tool are not followed/,
    ],
    [
      'a link stands in the place of .tool',
      { 'elsewhere/a': '' },
      folder => {
        symlinkSync('elsewhere', path.join(folder, '.tool'))
      },
      /links in .tool are not followed/,
    ],
    [
      'a file stands in the place of the folder',
      { [uploads]: 'a' },
      () => undefined,
      /cannot be written: .* is no folder, and has to be one/,
    ],
  ]
  for (const [title, files, prepare, why] of rows)
    it(title, () =>
      withFolder({ ...files, 'a.csv': 'a' }, async folder => {
        prepare(folder)
        const answer = await attach(folder, [{ path: 'a.csv' }])
        assert.ok(!answer.ok)
        const [problem] = answer.problems
        assert.equal(problem?.code, 'store-unwritable')
        assert.match(problem.message, why)
        assert.ok(!existsSync(path.join(folder, 'elsewhere/a.csv')))
      }),
    )

  it('a link stands in the place of the file', () =>
    withFolder({ '.tool/uploads/b': '', 'victim.txt': 'mine', 'a.csv': 'a' }, async folder => {
      symlinkSync('../../victim.txt', path.join(folder, uploads, 'a.csv'))
      assert.deepEqual(await names(folder, [{ path: 'a.csv' }]), ['a-2.csv'])
      assert.equal(readFileSync(path.join(folder, 'victim.txt'), 'utf8'), 'mine')
    }))

  const isRoot = process.getuid?.() === 0
  it('may not be written to', { skip: isRoot && 'root may write anywhere' }, () =>
    withFolder({ '.tool/uploads/b': '', 'a.csv': 'a' }, async folder => {
      chmodSync(path.join(folder, uploads), 0o500)
      const answer = await attach(folder, [{ path: 'a.csv' }])
      chmodSync(path.join(folder, uploads), 0o700)
      assert.ok(!answer.ok)
      assert.match(answer.problems[0]?.message ?? '', /cannot be written: EACCES/)
    }),
  )
})
