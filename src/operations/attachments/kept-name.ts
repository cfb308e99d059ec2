import { oneLine } from '../../report/text/printable.ts'
import { cutText } from '../../util/cut-text.ts'

/** Bytes of a name that leave room for a number behind it, and for a lock beside it; file systems take 255. */
const longestName = 180

/** Names that Windows gives to devices, whatever stands behind a dot. */
const devices =
  /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3]) *(?:\.|$)/i

/** Why nothing can be kept under a name, in words that follow it; undefined when it is a plain name on every system. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'the name is empty'
  if (/[/\\]/.test(name) || name === '.' || name === '..') return 'a name has no folders in it'
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return 'the name has control characters in it'
  if (
    /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u.test(
      name,
    )
  )
    return 'the name has characters in it that nobody sees, or that turn the rest around'
  if (/\p{Cs}/u.test(name)) return 'the name is not Unicode'
  if (/[<>:"|?*]/.test(name))
    return 'the name has one of < > : " | ? * in it, which no file of Windows may have'
  if (devices.test(name)) return 'the name is that of a device of Windows'
  if (name.startsWith('.')) return 'the name begins with a dot, and the file would be hidden'
  if (/^\s|[. ]$/.test(name)) return 'the name begins with a space, or ends in a space or a dot'
  if (Buffer.byteLength(name) > longestName) return `the name is longer than ${longestName} bytes`
  return undefined
}

/** `data.csv`, and where that is another file `data-2.csv`, `data-3.csv`. */
export function* namesLike(name: string): Generator<string> {
  yield name
  const [, stem = name, ending = ''] = /^(.+?)((?:\.tar)?\.[^.]+)$/.exec(name) ?? []
  for (let number = 2; ; number++) yield `${stem}-${number}${ending}`
}

/** A name that somebody else chose, as a message shows it. */
export function shownName(name: string): string {
  return cutText(oneLine(name), 200)
}
