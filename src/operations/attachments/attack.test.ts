import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { withFolder } from '../../testing/run-program.ts'
import { hostIn } from '../testing/host-in.ts'
import { attachFiles } from './attach-files.ts'
import { whyExecutable } from './look-into.ts'
import { paxOf, tarOf } from './testing/tar-of.ts'
import { zipOf } from './testing/zip-of.ts'

const bytes = (digits: string, length = 600): Buffer =>
  Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(length)])
const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map(part => Buffer.from(part)))
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

const elf = bytes('7f454c4602010100')
const program = bytes('4d5a9000030000000400')
const script = '#!/bin/sh\necho hi\n'
const table = 'id,name\n1,Anna\n'
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
const png = join(Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60_000, 'x'))
const evil = zipOf([{ name: 'run.bat', content: 'dir' }])
const good = zipOf([{ name: 'users.csv', content: table }])
const batch = { name: 'run.bat', content: 'dir' }

/** Another name in the list of a zip (APPNOTE 4.6.9). */
function otherName(name: string, instead: string): Buffer {
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + instead.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(name), 5)
  return join(field, instead)
}

/** A zip that says of itself in 64 bits how large it is, as large ones do. */
function zip64(name: string): Buffer {
  const zip = zipOf([{ name, content: table }])
  const end = zip.length - 22
  const [size, offset] = [zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  const record = Buffer.alloc(56 + 20)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const at of [24, 32]) record.writeBigUInt64LE(1n, at)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.write('PK\x06\x07', 56, 'latin1')
  record.writeBigUInt64LE(BigInt(end), 64)
  record.writeUInt32LE(1, 72)
  const last = Buffer.from(zip.subarray(end))
  last.fill(0xff, 8, 20)
  return join(zip.subarray(0, end), record, last)
}

/** Files of a zip that all are the same bytes, which are there once. */
function overlapping(count: number): Buffer {
  const content = deflateRawSync(Buffer.alloc(30_000_000))
  const zip = zipOf([{ name: 'a', content: Buffer.alloc(30_000_000) }])
  const at = zip.indexOf('PK\x01\x02', 30 + content.length, 'latin1')
  const entry = zip.subarray(at, zip.length - 22)
  const end = Buffer.from(zip.subarray(-22))
  for (const place of [8, 10]) end.writeUInt16LE(count, place)
  end.writeUInt32LE(entry.length * count, 12)
  return join(zip.subarray(0, at), ...Array.from({ length: count }, () => entry), end)
}

/** A zip whose comment has another list, by which the same file is called otherwise. */
function twoLists(name: string, other: string): Buffer {
  const plain = zipOf([{ name, localName: 'a.txt', content: 'dir' }])
  const at = plain.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  const list = Buffer.from(plain.subarray(at))
  list.write(other, 46)
  list.writeUInt32LE(plain.length, list.length - 22 + 16)
  plain.writeUInt16LE(list.length, plain.length - 2)
  return join(plain, list)
}

type Row = readonly [title: string, name: string, content: Buffer | string, why: RegExp]

const refused: readonly Row[] = [
  ['a zip behind a PDF', 'a.pdf', join(pdf, evil), /run\.bat/],
  ['a zip behind a PDF, with more behind it', 'a.pdf', join(pdf, evil, '\n%%EOF\n'), /run\.bat/],
  ['a zip behind a picture', 'a.png', join(png, evil), /run\.bat/],
  ['a zip before another behind a picture', 'a.png', join(png, evil, good), /run\.bat/],
  ['a zip before another', 'a.zip', join(evil, good), /cannot be looked into/],
  ['a zip behind another', 'a.zip', join(good, evil), /cannot be looked into/],
  ['a zip with a word before it', 'a.txt', join('hello', evil), /run\.bat/],
  ['a zip far before the end', 'a.bin', join('hello', evil, Buffer.alloc(100_000)), /run\.bat/],
  ['RAR behind a picture', 'a.png', join(png, bytes('526172211a0700')), /a RAR archive/],
  ['7-Zip behind a picture', 'a.png', join(png, bytes('377abcaf271c0004')), /7-Zip/],
  ['a cabinet behind a picture', 'a.png', join(png, bytes('4d53434600000000')), /a cabinet/],
  ['ELF behind a gz', 'a.gz', join(gzipSync(table), elf), /cannot be looked into/],
  ['a zip behind a gz', 'a.gz', join(gzipSync(table), evil), /cannot be looked into/],
  ['a zip behind a gz and a zero', 'a.gz', join(gzipSync(table), '\0', evil), /run\.bat/],
  ['a zip behind a large gz', 'a.gz', join(gzipSync(Buffer.alloc(900_000)), evil, 'x'), /run\.bat/],
  ['ELF in the second part of a gz', 'a.gz', join(gzipSync(''), gzipSync(elf)), /a program of Linux/],
  [
    'the same name twice in a zip',
    'a.zip',
    zipOf([
      { name: 'a', content: '' },
      { name: 'a', content: elf },
    ]),
    /ELF/,
  ],
  ['a name with backslashes', 'a.zip', zipOf([{ ...batch, name: 'b\\run.bat' }]), /ends in \.bat/],
  ['an absolute name', 'a.zip', zipOf([{ ...batch, name: '/etc/run.bat' }]), /ends in \.bat/],
  ['a name that leads out', 'a.zip', zipOf([{ ...batch, name: '../../run.bat' }]), /ends in \.bat/],
  ['a name with a NUL', 'a.zip', zipOf([{ ...batch, name: 'run.bat\0.txt' }]), /ends in \.bat/],
  ['a name in wide letters', 'a.zip', zipOf([{ ...batch, name: 'run.\uff42\uff41\uff54' }]), /ends in \.bat/],
  [
    'a name that the list replaces',
    'a.zip',
    zipOf([{ ...batch, localName: 'a.txt', extra: otherName('run.bat', 'a.txt') }]),
    /ends in \.bat/,
  ],
  [
    'a name by which the list replaces another',
    'a.zip',
    zipOf([{ name: 'a.txt', content: 'dir', extra: otherName('a.txt', 'run.bat') }]),
    /ends in \.bat/,
  ],
  ['a zip of 64 bits', 'a.zip', zip64('run.bat'), /ends in \.bat/],
  [
    'a zip of 64 bits behind a picture',
    'a.png',
    join(png, zip64('run.bat')),
    /run\.bat|cannot be looked into/,
  ],
  ['a zip with two lists', 'a.zip', twoLists('a.bat', 'a.txt'), /more than one list/],
  ['a zip with two lists, the other way', 'a.zip', twoLists('a.txt', 'a.bat'), /ends in \.bat/],
  ['a zip that unpacks the same bytes often', 'a.zip', overlapping(9000), /more than 1(?:28 MiB|0000 files)/],
  ['a zip whose list is empty', 'a.zip', zipOf([{ ...batch, isUnlisted: true }]), /does not name/],
  ['a program in a document', 'a.docx', zipOf([{ name: 'word/media/1.png', content: program }]), /Windows/],
  ['a zip in a document', 'a.docx', zipOf([{ name: 'word/embeddings/1.bin', content: evil }]), /run\.bat/],
  [
    'a library of Java under another name',
    'a.zip',
    zipOf([{ name: 'A.class', content: bytes('cafebabe00000041') }]),
    /ends in \.class/,
  ],
  [
    'a class under another name',
    'a.zip',
    zipOf([{ name: 'A', content: bytes('cafebabe00000041') }]),
    /a class of Java/,
  ],

  ['a tar with a link called a script', 'a.tar', tarOf([{ name: 'run.sh', type: '2' }]), /ends in \.sh/],
  ['a tar with a device called a script', 'a.tar', tarOf([{ name: 'run.sh', type: '3' }]), /ends in \.sh/],
  [
    'a tar with a link in which a file stands',
    'a.tar',
    tarOf([{ name: 'a.txt', type: '1', size: 1024, content: tarOf([{ name: 'run.sh' }]).subarray(0, 1024) }]),
    /a link, folder or device in it has a size/,
  ],
  [
    'a tar with gaps, of GNU',
    'a.tar',
    tarOf([{ name: 'a.txt', type: 'S', content: table }]),
    /not known here/,
  ],
  [
    'a tar with gaps, of pax',
    'a.tar',
    tarOf([
      { type: 'x', content: paxOf({ 'GNU.sparse.name': 'run.sh' }) },
      { name: 'a', content: table },
    ]),
    /sparse/,
  ],
  [
    'a long name of pax',
    'a.tar',
    tarOf([{ type: 'x', content: paxOf({ path: 'run.sh' }) }, { name: 'a' }]),
    /\.sh/,
  ],
  [
    'a long name of GNU before one of pax',
    'a.tar',
    tarOf([
      { type: 'L', content: 'a.txt\0' },
      { type: 'x', content: paxOf({ path: 'run.sh' }) },
      { name: 'a.txt' },
    ]),
    /ends in \.sh/,
  ],
  [
    'a long name of pax before one of GNU',
    'a.tar',
    tarOf([
      { type: 'x', content: paxOf({ path: 'run.sh' }) },
      { type: 'L', content: 'a.txt\0' },
      { name: 'a.txt' },
    ]),
    /ends in \.sh/,
  ],
  [
    'a name behind a long one that hides it',
    'a.tar',
    tarOf([{ type: 'x', content: paxOf({ path: 'a.txt' }) }, { name: 'run.sh' }]),
    /ends in \.sh/,
  ],
  [
    'a name for all files of a tar',
    'a.tar',
    tarOf([{ type: 'g', content: paxOf({ path: 'run.sh' }) }, { name: 'a' }]),
    /ends in \.sh/,
  ],
  [
    'a size that is said twice',
    'a.tar',
    tarOf([
      { type: 'x', content: paxOf({ size: '2000' }) },
      { name: 'a', content: Buffer.alloc(3000) },
    ]),
    /two sizes/,
  ],
  [
    'more names than a file has',
    'a.tar',
    tarOf([
      ...Array.from({ length: 30 }, () => ({ type: 'g', content: paxOf({ path: 'a' }) })),
      { name: 'a' },
    ]),
    /too many names/,
  ],
  ['a size beyond everything', 'a.tar', tarOf([{ name: 'a', size: 0o77777777777 }]), /cut off/],
  [
    'a first name that is empty',
    'a.tar',
    tarOf([{ prefix: 'b', type: '5' }, { name: 'run.sh' }]),
    /ends in \.sh/,
  ],
  [
    'a checksum that counts otherwise',
    'a.tar',
    tarOf([{ name: '\u00e9', content: table, isSigned: true, isOld: true }, { name: 'run.sh' }]),
    /ends in \.sh/,
  ],
  ['a tar with a zip behind it', 'a.tar', join(tarOf([{ name: 'a' }]), evil), /stands behind the end/],
  [
    'a tar with another behind it',
    'a.tar',
    join(tarOf([]), tarOf([{ name: 'run.sh' }])),
    /a\.tar|stands behind|^undefined$/,
  ],

  ['a script in UTF-16', 'a.txt', utf16(script), /a script \(#!\)/],
  ['a script in UTF-16, the other order', 'a.txt', utf16(script).swap16(), /a script \(#!\)/],
  ['@echo off in UTF-16', 'a.txt', utf16('@echo off\r\n'), /@echo off/],
  ['a script behind white space', 'a.txt', `\n \t${script}`, /a script \(#!\)/],
  ['PHP behind white space', 'a.txt', '\n<?PHP echo 1;', /PHP/],
  ['a text that begins with MZ', 'a.txt', 'MZ is a country', /Windows/],
  ['a program for several processors', 'a', bytes('cafebabe00000002'), /Mach-O/],
  ['WebAssembly under another name', 'a.txt', bytes('0061736d01000000'), /WebAssembly/],
  ['compiled Python, 3.12', 'a.txt', bytes('cb0d0d0a00000000'), /Python/],
  ['compiled Python, 3.14', 'a.txt', bytes('2b0e0d0a01000000'), /Python/],
  ['an encoded script', 'a.txt', '#@~^DgAAAA==', /encoded/],
  ['help that runs scripts', 'a.txt', bytes('4954534603000000'), /\.chm/],
  ['Zstandard behind what is skipped', 'a.bin', bytes('502a4d1804000000'), /Zstandard/],
  ['what pack made', 'a.bin', bytes('1f1e00000010'), /compress/],
]

const accepted: readonly (readonly [title: string, name: string, content: Buffer | string])[] = [
  ['a picture', 'a.png', png],
  ['a zip of data behind a picture', 'a.png', join(png, good)],
  ['a zip of 64 bits', 'a.zip', zip64('users.csv')],
  ['a folder called a program', 'a.zip', zipOf([{ name: 'x.exe/', content: '' }])],
  ['names that lead out, of data', 'a.zip', zipOf([{ name: '../../a.txt', content: table }])],
  [
    'macros in a document',
    'a.docm',
    zipOf([{ name: 'word/vbaProject.bin', content: bytes('d0cf11e0a1b11ae1') }]),
  ],
  ['a zip within a zip that packs nothing', 'a.zip', zipOf([{ name: 'b.zip', content: good, method: 0 }])],
  ['a zip without anything', 'a.zip', zipOf([])],
  ['a tar without anything', 'a.tar', tarOf([])],
  ['a gz without anything', 'a.gz', gzipSync('')],
  ['a gz with zeros behind it', 'a.gz', join(gzipSync(table), Buffer.alloc(512))],
  ['a gz of a zip', 'a.zip.gz', gzipSync(good, { level: 0 })],
  ['a tar that is not rounded', 'a.tar', tarOf([{ name: 'a', content: table }]).subarray(0, 1024)],
  ['a tar with a zip at its end', 'a.tar', tarOf([{ name: 'b.zip', content: good }])],
  [
    'a tar with links and folders',
    'a.tar',
    tarOf([
      { name: 'a', type: '5' },
      { name: 'b', type: '2' },
    ]),
  ],
  ['text that speaks of scripts', 'a.md', 'Begin with #!/bin/sh or <?php.'],
  ['XML', 'a.xml', '<?xml version="1.0"?><a/>'],
  ['a table in UTF-16', 'a.csv', utf16(table)],
  ['short lines that end twice', 'a.txt', 'a\r\r\nb\r\r\n'],
  ['a page of Windows lines', 'a.txt', '\r\r\r\n\n'],
]

describe('what looks like data and is not, is refused', () => {
  for (const [title, name, content, why] of refused)
    it(title, async () => {
      const started = performance.now()
      assert.match(String(await whyExecutable({ name, bytes: Buffer.from(content) })), why)
      assert.ok(performance.now() - started < 60_000)
    })
})

describe('what looks odd and is data, is accepted', () => {
  for (const [title, name, content] of accepted)
    it(title, async () => {
      assert.equal(await whyExecutable({ name, bytes: Buffer.from(content) }), undefined)
    })
})

describe('what makes work for whoever looks', () => {
  const rows: readonly (readonly [title: string, content: () => Buffer])[] = [
    [
      'ends of zips',
      () => join('x', ...zipPieces, Buffer.alloc(10_000_000, Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`))),
    ],
    ['signs of files', () => join(good, Buffer.alloc(10_000_000, 'PK\x03\x04'))],
    ['headers of a tar', () => tarOf(Array.from({ length: 9000 }, (_, index) => ({ name: `${index}` })))],
    [
      'long names',
      () => tarOf(Array.from({ length: 9000 }, () => ({ type: 'g', content: paxOf({ path: 'a' }) }))),
    ],
    ['zeros', () => Buffer.alloc(20 * 1024 * 1024)],
    ['white space', () => Buffer.alloc(20 * 1024 * 1024, ' ')],
  ]
  const zipPieces = ['PK\x03\x04', 'PK\x01\x02']
  for (const [title, content] of rows)
    it(`takes some seconds at most: ${title}`, async () => {
      const given = content()
      const started = performance.now()
      await whyExecutable({ name: 'a.bin', bytes: given })
      assert.ok(performance.now() - started < 60_000, `${performance.now() - started} ms`)
    })
})

const uploads = '.tool/uploads'
type Given = Parameters<typeof attachFiles.run>[0]['files'][number]

/** Returns the problems of files, or the names under which they are kept. */
async function outcome(folder: string, files: readonly Given[]): Promise<string> {
  const answer = await attachFiles.run({ files }, hostIn(folder))
  return answer.ok
    ? answer.value.map(({ name }) => name).join(' ')
    : answer.problems.map(({ message }) => message).join('\n')
}

describe('base64 is what it says', () => {
  const most = 20 * 1024 * 1024
  const rows: readonly (readonly [title: string, base64: string, said: RegExp])[] = [
    ['with line breaks', 'aWQK\r\nMQo=\n', /^a\.txt$/],
    ['with spaces', 'aWQK MQo=', /not base64/],
    ['with its end in the middle', 'aQ==aQ==', /not base64/],
    ['with nothing but its end', '====', /not base64/],
    ['too long an end', 'a===', /not base64/],
    ['without its end', 'aWQKMQo', /not base64/],
    ['of URLs', '_-__', /not base64/],
    ['as a data URL', 'data:text/plain;base64,aWQK', /not base64/],
    ['of a script', Buffer.from(script).toString('base64'), /a script \(#!\)/],
    ['of 20 MB', Buffer.alloc(most).toString('base64'), /^a\.txt$/],
    ['of a byte more', Buffer.alloc(most + 1).toString('base64'), /above the size limit/],
    ['of three bytes more', Buffer.alloc(most + 3).toString('base64'), /above the size limit/],
    ['of nothing', '', /^a\.txt$/],
  ]
  for (const [title, base64, said] of rows)
    it(title, () =>
      withFolder({}, async folder => {
        assert.match(await outcome(folder, [{ name: 'a.txt', base64 }]), said)
      }),
    )
})

describe('names that systems take for others', () => {
  const a = Buffer.from('a').toString('base64')
  const b = Buffer.from('b').toString('base64')
  const rows: readonly (readonly [title: string, names: readonly string[], said: RegExp])[] = [
    ['accents that are written in two ways', ['\u00e9.csv', 'e\u0301.csv'], /^\u00e9\.csv \u00e9-2\.csv$/],
    ['capital letters', ['data.csv', 'DATA.CSV'], /^data\.csv DATA-2\.CSV$/],
    ['sharp s', ['stra\u00dfe.csv', 'STRASSE.csv'], /^stra\u00dfe\.csv STRASSE-2\.csv$/],
    ['the sign for kelvin', ['k.csv', '\u212a.csv'], /^k\.csv K-2\.csv$/],
    ['a long s', ['s.csv', '\u017f.csv'], /^s\.csv \u017f-2\.csv$/],
    ['a device', ['nul .txt'], /a device of Windows/],
    ['a device with capital letters', ['CoM\u00b2.csv'], /a device of Windows/],
    ['255 bytes', ['a'.repeat(255)], /longer than 180 bytes/],
    ['180 bytes, twice', ['a'.repeat(180), 'a'.repeat(180)], /^a{180} a{180}-2$/],
    ['181 bytes of few letters', [`${'\u00e9'.repeat(90)}a`], /longer than 180 bytes/],
    ['a hyphen that nobody sees', ['a\u00ad.txt'], /nobody sees/],
    ['letters that nobody sees', ['a\u{e0041}.txt'], /nobody sees/],
    ['a name that decomposes longer', ['e\u0301'.repeat(90)], /^\u00e9{90}$/],
  ]
  for (const [title, names, said] of rows)
    it(title, () =>
      withFolder({}, async folder => {
        const files = names.map((name, index) => ({ name, base64: index === 0 ? a : b }))
        assert.match(await outcome(folder, files), said)
      }),
    )

  it('ten files of one name and content are one, and eleven too many', () =>
    withFolder({}, async folder => {
      const files = Array.from({ length: 11 }, () => ({ name: 'a.txt', base64: a }))
      assert.match(await outcome(folder, files), /11 files are more than the 10/)
      assert.equal(await outcome(folder, files.slice(1)), Array.from({ length: 10 }, () => 'a.txt').join(' '))
      assert.deepEqual(readdirSync(path.join(folder, uploads)).sort(), ['.gitignore', 'a.txt'])
    }))
})

/** A process that attaches files in a loop, as long as its words say. */
function attacher(folder: string, loop: string): ChildProcess {
  const url = (file: string): string =>
    JSON.stringify(pathToFileURL(path.resolve('dist/modules/src/operations', file)))
  const code = `
    import { attachFiles } from ${url('attachments/attach-files.js')}
    import { hostIn } from ${url('testing/host-in.js')}
    const attach = files => attachFiles.run({ files }, hostIn(${JSON.stringify(folder)}))
    ${loop}`
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describe('while others are at it', () => {
  it('two processes that attach the same name 50 times keep all that differs, whole', () =>
    withFolder({}, async folder => {
      const loop = (own: string): string => `
        const names = []
        for (let index = 0; index < 50; index++) {
          const text = index % 2 === 0 ? 'same ' + index : '${own} ' + index
          const answer = await attach([{ name: 'a.txt', base64: Buffer.from(text).toString('base64') }])
          if (!answer.ok) throw new Error(JSON.stringify(answer))
        }`
      const both = ['one', 'two'].map(own => attacher(folder, loop(own)))
      const codes = await Promise.all(both.map(async child => (await once(child, 'exit')) as [number]))
      assert.deepEqual(
        codes.map(([code]) => code),
        [0, 0],
      )
      const files = readdirSync(path.join(folder, uploads)).filter(name => name !== '.gitignore')
      const texts = files.map(name => readFileSync(path.join(folder, uploads, name), 'utf8'))
      assert.equal(new Set(texts).size, 75)
      assert.equal(files.length, 75)
    }))

  it('a process that is killed leaves whole files, and nothing that stays', () =>
    withFolder({}, async folder => {
      const size = 4 * 1024 * 1024
      for (let round = 0; round < 4; round++) {
        const child = attacher(
          folder,
          `for (let index = 0; ; index++) {
            const base64 = Buffer.alloc(${size}, 'r${round}i' + index).toString('base64')
            await attach([{ name: 'r${round}.txt', base64 }])
            console.log('kept')
          }`,
        )
        await once(child.stdout ?? child, 'data')
        await setTimeout(7 * round)
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      assert.equal(await outcome(folder, [{ name: 'last.txt', base64: 'YQ==' }]), 'last.txt')
      const left = readdirSync(path.join(folder, uploads)).filter(name => name !== '.gitignore')
      assert.ok(left.length >= 5)
      for (const name of left) {
        assert.match(name, /^(?:r\d(?:-\d+)?|last)\.txt$/)
        const status = lstatSync(path.join(folder, uploads, name))
        assert.equal(status.size, name === 'last.txt' ? 1 : size)
      }
    }))

  it('a link that changes all the time never leads out', () =>
    withFolder({ 'in.csv': table, 'work/b.csv': table, 'secret.key': 'secret' }, async folder => {
      const work = path.join(folder, 'work')
      const turner = spawn(
        process.execPath,
        [
          '-e',
          `const fs = require('fs')
          for (let index = 0; ; index++) {
            fs.symlinkSync(index % 2 ? 'b.csv' : '../secret.key', 'next')
            fs.renameSync('next', 'a.csv')
          }`,
        ],
        { cwd: work, stdio: 'ignore' },
      )
      symlinkSync('b.csv', path.join(work, 'a.csv'))
      for (let index = 0; index < 300; index++)
        assert.match(
          await outcome(work, [{ path: 'a.csv' }]),
          /^a\.csv$|leads to .*secret\.key|has changed just now|no such file/,
        )
      turner.kill('SIGKILL')
      await once(turner, 'exit')
      for (const name of readdirSync(path.join(work, uploads)))
        assert.doesNotMatch(readFileSync(path.join(work, uploads, name), 'utf8'), /secret/)
    }))

  it('a file that grows is kept up to the limit', () =>
    withFolder({ 'a.csv': table }, async folder => {
      const most = 20 * 1024 * 1024
      truncateSync(path.join(folder, 'a.csv'), most - 8)
      const writer = spawn(
        process.execPath,
        ['-e', `setInterval(() => require('fs').appendFileSync('a.csv', 'x'), 60)`],
        { cwd: folder, stdio: 'ignore' },
      )
      let said = ''
      for (let index = 0; index < 60 && !said.includes('above'); index++)
        said = await outcome(folder, [{ path: 'a.csv' }])
      writer.kill('SIGKILL')
      await once(writer, 'exit')
      assert.match(said, /above the size limit/)
      for (const name of readdirSync(path.join(folder, uploads)))
        assert.ok(lstatSync(path.join(folder, uploads, name)).size <= most)
    }))

  it('a file that is replaced is the old one or the new one', () =>
    withFolder({ 'a.csv': 'old', 'b.csv': 'new' }, async folder => {
      const kept = outcome(folder, [{ path: 'a.csv' }])
      renameSync(path.join(folder, 'b.csv'), path.join(folder, 'a.csv'))
      assert.equal(await kept, 'a.csv')
      assert.match(readFileSync(path.join(folder, uploads, 'a.csv'), 'utf8'), /^(?:old|new)$/)
    }))
})

describe('a folder that is not as it should be', () => {
  const rows: readonly (readonly [title: string, prepare: (folder: string) => void, said: RegExp])[] = [
    [
      'a link in its place',
      folder => {
        mkdirSync(path.join(folder, '.tool'))
        symlinkSync('../elsewhere', path.join(folder, uploads))
      },
      /links in \.tool are not followed/,
    ],
    [
      'a link to nothing in its place',
      folder => {
        mkdirSync(path.join(folder, '.tool'))
        symlinkSync('nothing', path.join(folder, uploads))
      },
      /links in \.tool are not followed/,
    ],
    [
      'a folder where the file would be',
      folder => {
        mkdirSync(path.join(folder, uploads, 'a.csv'), { recursive: true })
      },
      /^a-2\.csv$/,
    ],
    [
      'a link where the lock would be',
      folder => {
        mkdirSync(path.join(folder, uploads), { recursive: true })
        symlinkSync('../../elsewhere', path.join(folder, uploads, 'a.csv.lock'))
      },
      /^a(?:-2)?\.csv$|cannot be written/,
    ],
  ]
  for (const [title, prepare, said] of rows)
    it(title, () =>
      withFolder({ 'a.csv': table, 'elsewhere/b': '' }, async folder => {
        prepare(folder)
        assert.match(await outcome(folder, [{ path: 'a.csv' }]), said)
        assert.deepEqual(readdirSync(path.join(folder, 'elsewhere')), ['b'])
      }),
    )

  it('and one that is gone is made again', () =>
    withFolder({ 'a.csv': table }, async folder => {
      assert.equal(await outcome(folder, [{ path: 'a.csv' }]), 'a.csv')
      rmSync(path.join(folder, '.tool'), { recursive: true })
      writeFileSync(path.join(folder, 'a.csv'), 'other')
      assert.equal(await outcome(folder, [{ path: 'a.csv' }]), 'a.csv')
    }))
})
