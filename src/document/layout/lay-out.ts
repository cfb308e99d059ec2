import { type Layout, printYaml } from './print-yaml.ts'
import { isSameDocument } from './same-document.ts'

/** See `layOut`. */
export function layOutSound(text: string, layout: Layout): string | undefined {
  const isOfWindows = /^[^\n]*\r\n/.test(text)
  const before = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const after = printYaml(before, layout)
  if (!isSameDocument(before, after, layout)) return undefined
  return isOfWindows ? after.replaceAll('\n', '\r\n') : after
}
