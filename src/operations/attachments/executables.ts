/**
 * The first bytes of files that systems run. A class of Java and a program of macOS for several processors begin alike;
 * neither is accepted.
 */
const beginnings: readonly (readonly [words: string, ...hex: string[]])[] = [
  ['a program of Linux (ELF)', '7f454c46'],
  ['a program of Windows', '5a4d'],
  ['a program of macOS (Mach-O)', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe'],
  ['a program of macOS (Mach-O) or a class of Java', 'cafebabe', 'bebafeca', 'cafebabf', 'bfbafeca'],
  ['a library of Java (Pack200)', 'cafed00d'],
  ['help of Windows that runs scripts (.chm)', '49545346'],
  ['a script of Windows (encoded)', '23407e5e'],
  ['a program in WebAssembly', '0061736d'],
  ['a program of Android (dex)', '6465780a', '6465790a'],
  ['a link of Windows (.lnk)', '4c0000000114020000000000c000000000000046'],
  ['compiled code (LLVM)', '4243c0de', 'dec0170b'],
  ['compiled code (Lua)', '1b4c7561'],
  ['a library of compiled code, or a package of Debian', '213c617263683e0a', '213c7468696e3e0a'],
  ['a package of programs (RPM)', 'edabeedb'],
  ['a package of programs (xar)', '78617221'],
]

const byBeginning = beginnings.flatMap(([words, ...all]) =>
  all.map(hex => ({ words, start: Buffer.from(hex, 'hex') })),
)

/** Bytes of a beginning in which all of it shows that `programIn` looks for, and that tells what kind of archive it is. */
export const longestBeginning = 40_960

/** Names the program that runs when these bytes are opened; undefined for data. */
export function programIn(bytes: Buffer): string | undefined {
  const text = textIn(bytes)
  const marked = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
  const found = byBeginning.find(({ start }) => marked.subarray(0, start.length).equals(start))
  if (found !== undefined) return found.words
  const plain = marked.toString('latin1', 0, 512)
  if (plain.startsWith('MZ') && !isTable(plain)) return 'a program of Windows'
  const script = scripts.find(([, sign]) => sign.test(text))
  if (script !== undefined) return script[0]
  if (isPython(bytes)) return 'compiled code (Python)'
  return isInstaller(bytes) ? 'an installer of Windows (MSI)' : undefined
}

const byteOrderMark = Buffer.from('efbbbf', 'hex')

/** How scripts begin, behind white space and marks of the encoding: some systems do not mind them. */
const scripts: readonly (readonly [words: string, sign: RegExp])[] = [
  ['a script (#!)', /^\s*#!/],
  ['a script of PHP', /^\s*<\?php\b/i],
  ['a script of Windows (@echo off)', /^\s*@echo\s+off\b/i],
]

/** The beginning as text, in the encoding that its mark says. */
function textIn(bytes: Buffer): string {
  const start = bytes.subarray(0, 1024)
  const mark = start.toString('hex', 0, 2)
  if (mark === 'fffe') return start.toString('utf16le')
  if (mark === 'feff')
    return Buffer.from(start.subarray(0, start.length & ~1))
      .swap16()
      .toString('utf16le')
  return start.toString()
}

/** By its version, two letters that no text has in a row, and flags (PEP 552). */
function isPython(bytes: Buffer): boolean {
  return bytes.length >= 16 && /^[\da-f]{2}0[c-f]0d0a0[0-3]000000$/.test(bytes.toString('hex', 0, 8))
}

/** MZ is Mozambique, too: a table may begin with it. No program has only text up to where its code stands. */
function isTable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what no text has
  return /^MZ["']?[,;|\t\r\n]/.test(text) && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)
}

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The format of documents of the former Office, and of installers: only where its root is tells what it is. */
export function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(compound)
}

/** The kinds that the root of an installer, of a patch and of a transform states. */
const installers = ['84100c00', '86100c00', '82100c00'].map(hex =>
  Buffer.from(`${hex}00000000c000000000000046`, 'hex'),
)

function isInstaller(bytes: Buffer): boolean {
  if (bytes.length < 512 || !isCompound(bytes)) return false
  const sector = 2 ** Math.min(bytes.readUInt16LE(30), 20)
  const root = (bytes.readUInt32LE(48) + 1) * sector
  const kind = bytes.subarray(root + 80, root + 96)
  return installers.some(installer => installer.equals(kind))
}

/** Endings of names that some system runs when the file is opened, that programs are built of, and of scripts. */
const endings: ReadonlySet<string> = new Set(
  `
  exe ex_ com scr pif cpl msc msi msp mst msix msixbundle appx appxbundle dll ocx sys drv efi xll gadget
  vb vxd sct shb jnlp application appref-ms settingcontent-ms diagcab diagcfg diagpkg
  bat cmd ps1 ps1xml psm1 psd1 vbs vbe js jse mjs cjs ws wsf wsc wsh hta lnk scf reg chm
  sh bash zsh csh ksh fish command tool scpt applescript app dmg pkg mpkg
  so dylib ko run elf appimage snap flatpak deb rpm desktop
  jar war ear class dex apk aab ipa wasm
  py pyc pyo pyw pyz rb pl pm php phar phtml lua tcl awk groovy
  `
    .trim()
    .split(/\s+/),
)

/** The ending of a name that says that it is executable, as systems read it; undefined for that of data. */
export function executableEnding(name: string): string | undefined {
  // Windows leaves dots and spaces at the end out, and writes what stands behind a colon into a stream of the file.
  const parts = name
    .normalize('NFKC')
    .split(/[\0:]/)
    .map(part => withoutUnseen(part).replace(/[. ]+$/, ''))
  return parts
    .map(part => /\.([^./\\]+)$/.exec(part.replace(/(\.so)(?:\.\d+)+$/i, '$1'))?.[1]?.toLowerCase() ?? '')
    .find(ending => endings.has(ending))
}

/** A text without what nobody sees, or what turns the rest around: it hides endings. */
function withoutUnseen(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
