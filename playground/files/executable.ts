import path from 'node:path'

const extensions = new Set(
  '.exe .dll .com .scr .msi .bat .cmd .ps1 .vbs .sh .bash .app .jar .apk .deb .rpm .elf .so .dylib .run'.split(
    ' ',
  ),
)

const signatures = [
  Buffer.from('MZ'),
  Buffer.from('#!'),
  Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
  Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
  Buffer.from([0xca, 0xfe, 0xba, 0xbe]),
]

/** True where a file is a program, by its name or by its first bytes; those are never accepted. */
export function isExecutable(name: string, firstBytes: Uint8Array): boolean {
  return (
    extensions.has(path.extname(name).toLowerCase()) ||
    signatures.some(signature => signature.equals(firstBytes.subarray(0, signature.length)))
  )
}
