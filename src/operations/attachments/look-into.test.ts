import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { withFolder } from '../../testing/run-program.ts'
import { whyExecutable } from './look-into.ts'
import { zipOf } from './testing/zip-of.ts'

const hex = (digits: string): Buffer => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(600)])
const elf = hex('7f454c4602010100')
const script = '#!/bin/sh\necho hi\n'
const table = 'id,name\n1,Anna\n'

async function tarOf(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = Buffer.from(content)
    return { header: { name, size: body.length }, body: new Uint8Array(body) }
  })
  return Buffer.from(await packTar(entries))
}

/** A document of the former Office, or what else has its format, with what its root is. */
function compound(root: string): Buffer {
  const bytes = Buffer.alloc(60_000)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(99, 48)
  bytes.write(root, 100 * 512 + 80, 'hex')
  return bytes
}

const installer = compound('84100c0000000000c000000000000046')
const letter = compound('0609020000000000c000000000000046')

/** A zip in a zip in a zip, so many times. */
function nested(times: number, content: Buffer): Buffer {
  return times === 0 ? content : zipOf([{ name: 'inner.zip', content: nested(times - 1, content) }])
}

type Row = readonly [title: string, name: string, bytes: Buffer | string | Promise<Buffer>, why: RegExp]

const refused: readonly Row[] = [
  ['ELF', 'photo.png', elf, /is a program of Linux \(ELF\)/],
  ['PE', 'photo.png', hex('4d5a9000'), /a program of Windows/],
  ['a word that begins like PE', 'a.txt', 'MZ is what it begins with', /a program of Windows/],
  ['PE in the other order', 'photo.png', hex('5a4d9000'), /a program of Windows/],
  ['Mach-O, 32 bits', 'a', hex('feedface'), /Mach-O/],
  ['Mach-O, 64 bits', 'a', hex('feedfacf'), /Mach-O/],
  ['Mach-O of the other order', 'a', hex('cefaedfe'), /Mach-O/],
  ['Mach-O of the other order, 64 bits', 'a', hex('cffaedfe'), /Mach-O/],
  ['Mach-O for several processors', 'a', hex('cafebabe00000002'), /Mach-O/],
  ['Mach-O for several processors, the other order', 'a', hex('bebafeca'), /Mach-O/],
  ['a class', 'a.json', hex('cafebabe00000041'), /a class of Java/],
  ['a script', 'a.txt', script, /a script \(#!\)/],
  ['a script behind a byte order mark', 'a.txt', `\ufeff${script}`, /a script \(#!\)/],
  ['a batch file', 'a.txt', '\r\n@ECHO OFF\r\n', /@echo off/],
  ['PHP', 'a.jpg', '<?php system("id");', /PHP/],
  ['WebAssembly', 'a.bin', hex('0061736d01000000'), /WebAssembly/],
  ['dex', 'a.bin', hex('6465780a30333500'), /Android/],
  ['a link of Windows', 'a.bin', hex('4c0000000114020000000000c000000000000046'), /\.lnk/],
  ['a package of Debian', 'a.bin', '!<arch>\ndebian-binary', /Debian/],
  ['an RPM', 'a.bin', hex('edabeedb'), /RPM/],
  ['an installer', 'letter.doc', installer, /MSI/],
  ['an installer in a zip', 'a.zip', zipOf([{ name: 'letter.doc', content: installer }]), /MSI/],

  ['.exe', 'a.exe', table, /a name that ends in \.exe/],
  ['.EXE with a dot behind it', 'a.EXE.', table, /ends in \.exe/],
  ['.exe with spaces behind it', 'a.exe  ', table, /ends in \.exe/],
  ['.exe in wide letters', 'a.\uff45\uff58\uff45', table, /ends in \.exe/],
  ['.exe with an invisible letter', 'a.e\u200bxe', table, /ends in \.exe/],
  ['.exe turned around', 'a\u202efdp.exe', table, /ends in \.exe/],
  ['.exe before a NUL', 'a.exe\0.txt', table, /ends in \.exe/],
  ['.exe before a stream', 'a.exe:data.txt', table, /ends in \.exe/],
  ['.so with a version', 'liba.so.1.2', table, /ends in \.so/],
  ...[
    ...'bat cmd ps1 msi sh bash command app jar class vbs js scr so dylib apk deb rpm desktop py'.split(' '),
  ].map((ending): Row => [`.${ending}`, `a.${ending}`, table, new RegExp(`ends in \\.${ending}$`)]),

  [
    'a script in a zip',
    'a.zip',
    zipOf([{ name: 'b/data.txt', content: script }]),
    /it holds "b\/data.txt", which is a script/,
  ],
  [
    'a name in a zip',
    'a.docx',
    zipOf([{ name: 'b/run.bat', content: 'dir' }]),
    /it holds "b\/run.bat", which has a name/,
  ],
  [
    'a name in a zip, only where it stands',
    'a.zip',
    zipOf([{ name: 'a.txt', localName: 'a.bat', content: 'dir' }]),
    /ends in \.bat/,
  ],
  ['ELF in a zip that packs nothing', 'a.zip', zipOf([{ name: 'a.txt', content: elf, method: 0 }]), /ELF/],
  [
    'ELF in a tar',
    'a.tar',
    tarOf({ 'b.txt': table, 'c.txt': elf }),
    /it holds "c.txt", which is a program of Linux/,
  ],
  [
    'a name in a tar.gz',
    'a.tgz',
    tarOf({ 'a/run.sh': table }).then(tar => gzipSync(tar)),
    /it holds "a\/run.sh" in "a.tar", which has a name/,
  ],
  ['ELF in a gz', 'a.gz', gzipSync(elf), /it holds "a", which is a program of Linux/],
  ['run.sh.gz', 'run.sh.gz', gzipSync(table), /it holds "run.sh", which has a name/],
  ['a script in zips', 'a.zip', nested(4, Buffer.from(script)), /(?:"inner.zip"[ ,in]+){4}which is a script/],
  ['more zips than anybody opens', 'a.zip', nested(8, Buffer.from(table)), /more than 5 archives/],
  [
    'an encrypted file in a zip',
    'a.zip',
    zipOf([{ name: 'a.txt', content: table, isEncrypted: true }]),
    /cannot be looked into: "a.txt" in it is encrypted/,
  ],
  [
    'an unknown way to pack',
    'a.zip',
    zipOf([{ name: 'a.txt', content: table, method: 14 }]),
    /cannot be looked into/,
  ],
  [
    'a file that the list does not name',
    'a.zip',
    zipOf([
      { name: 'a.txt', content: table },
      { name: 'a.bat', content: 'dir', isUnlisted: true },
    ]),
    /its own list does not name/,
  ],
  [
    'a broken zip',
    'a.zip',
    zipOf([{ name: 'a.txt', content: table }]).subarray(0, 60),
    /cannot be looked into/,
  ],
  ['a broken gz', 'a.gz', gzipSync(table).subarray(0, 20), /cannot be looked into/],
  [
    'a broken tar',
    'a.tar',
    tarOf({ 'a.txt': table }).then(tar => tar.subarray(0, 700)),
    /cannot be looked into/,
  ],
  ['7-Zip', 'a.7z', hex('377abcaf271c'), /an archive of 7-Zip, which cannot be looked into/],
  ['RAR', 'a.rar', hex('526172211a0700'), /cannot be looked into/],
  ['xz', 'a.xz', hex('fd377a585a00'), /cannot be looked into/],
  ['bzip2', 'a.bz2', hex('425a6839314159265359'), /cannot be looked into/],
  ['Zstandard', 'a.zst', hex('28b52ffd'), /cannot be looked into/],
  ['brotli', 'a.json.br', hex('0b'), /cannot be looked into/],
  [
    '7-Zip in a zip',
    'a.zip',
    zipOf([{ name: 'a.bin', content: hex('377abcaf271c') }]),
    /"a.bin", which is an archive of 7-Zip/,
  ],
]

const accepted: readonly (readonly [
  title: string,
  name: string,
  bytes: Buffer | string | Promise<Buffer>,
])[] = [
  ['a table', 'users.csv', table],
  ['a table of Mozambique', 'countries.csv', 'MZ,Mozambique\nNO,Norway\n'],
  ['nothing', 'empty.txt', ''],
  ['a picture', 'logo.png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a PDF', 'a.pdf', '%PDF-1.7\n'],
  ['a markdown heading', 'a.md', '# Shop\n!'],
  ['a former Word document', 'letter.doc', letter],
  [
    'a zip of data',
    'a.zip',
    zipOf([
      { name: 'data/', content: '' },
      { name: 'data/a.csv', content: table },
    ]),
  ],
  [
    'a zip in a tar.gz',
    'a.tar.gz',
    tarOf({ 'a.zip': zipOf([{ name: 'a.csv', content: table }]) }).then(tar => gzipSync(tar)),
  ],
  ['an empty zip', 'a.zip', zipOf([])],
  ['a zip that is commented', 'a.zip', zipOf([{ name: 'a.csv', content: table }], 'for tests')],
  ['a text that ends like a zip', 'a.txt', 'see PK\x05\x06 for the end'],
  ['a large table, packed well', 'a.gz', gzipSync(Buffer.alloc(150 * 1024 * 1024, 'a'))],
  ['a word that ends in a known ending', 'exe', table],
  ['a recording', 'api.example.com.har', '{}'],
]

describe('a file counts as executable when it is', () => {
  for (const [title, name, bytes, why] of refused)
    it(title, async () => {
      assert.match(String(await whyExecutable({ name, bytes: Buffer.from(await bytes) })), why)
    })

  const picture = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const behind = (zip: Buffer): Promise<string | undefined> =>
    whyExecutable({ name: 'a.png', bytes: Buffer.concat([picture, zip]) })

  it('a zip behind a picture', async () => {
    const zip = zipOf([{ name: 'a.bat', content: 'dir' }])
    assert.match(String(await behind(zip)), /ends in \.bat/)
    assert.match(String(await behind(Buffer.concat([zip, picture]))), /ends in \.bat/)
    // Whoever packed it may also have counted from the start of the picture.
    const shift = (at: number): void => {
      zip.writeUInt32LE(zip.readUInt32LE(at) + picture.length, at)
    }
    shift(zip.length - 6)
    shift(zip.indexOf('PK\x01\x02') + 42)
    assert.match(String(await behind(zip)), /ends in \.bat/)
  })
})

describe('a file counts as data when it is', () => {
  for (const [title, name, bytes] of accepted)
    it(title, async () => {
      assert.equal(await whyExecutable({ name, bytes: Buffer.from(await bytes) }), undefined)
    })
})

describe('an archive that unpacks to more than anybody wants', () => {
  const rows: readonly (readonly [title: string, make: () => Buffer | Promise<Buffer>, why: RegExp])[] = [
    [
      'a tar in a gz',
      async () => gzipSync(await tarOf({ 'a.txt': Buffer.alloc(140 * 1024 * 1024) })),
      /more than 128 MiB/,
    ],
    [
      'zips in a zip',
      () => {
        const large = zipOf([{ name: 'a.txt', content: Buffer.alloc(60 * 1024 * 1024, 'a'), method: 0 }])
        return zipOf(Array.from({ length: 3 }, (_, index) => ({ name: `${index}.zip`, content: large })))
      },
      /more than 128 MiB/,
    ],
    [
      'many files in a zip',
      () => zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '' }))),
      /more than 10000 files/,
    ],
    [
      'many files in a tar',
      () => tarOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, '']))),
      /more than 10000 files/,
    ],
  ]
  for (const [title, make, why] of rows)
    it(`is refused soon: ${title}`, async () => {
      const bytes = await make()
      const [start, memory] = [performance.now(), process.memoryUsage.rss()]
      assert.match(String(await whyExecutable({ name: 'a.zip', bytes })), why)
      assert.ok(performance.now() - start < 30_000)
      assert.ok(process.memoryUsage.rss() - memory < 700 * 1024 * 1024)
    })

  it('does not take its own word for its size', async () => {
    const packed = zipOf([{ name: 'a.txt', content: table }])
    packed.writeUInt32LE(3, packed.indexOf('PK\x01\x02') + 24)
    assert.match(String(await whyExecutable({ name: 'a.zip', bytes: packed })), /cannot be looked into/)
  })
})

const canTar = spawnSync('tar', ['--version']).status === 0

it('what tar itself writes is looked into, long names too', { skip: !canTar && 'needs tar' }, () => {
  const folder = 'a-long-name/'.repeat(12)
  return withFolder({ [`${folder}run.sh`]: table, 'data.csv': table }, async at => {
    for (const format of ['v7', 'ustar', 'pax', 'gnu', 'oldgnu']) {
      const files = format === 'v7' ? ['data.csv'] : ['data.csv', `${folder}run.sh`]
      spawnSync('tar', ['-cf', 'a.tar', `--format=${format}`, ...files], { cwd: at })
      const why = await whyExecutable({ name: 'a.tar', bytes: readFileSync(path.join(at, 'a.tar')) })
      if (format === 'v7') assert.equal(why, undefined)
      else assert.match(String(why), /ends in \.sh/, format)
    }
  })
})
