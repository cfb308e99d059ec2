/**
 * The name of a collection whose document has none: that of its file without its ending (`calls/orders.sh` is `orders`). On the
 * standard input, or at a URL without a path, it is called after the host that is called first.
 */
export function collectionName(file: string, ending: RegExp, firstUrl = ''): string {
  const [path = ''] = /^https?:/i.test(file) ? file.split(/[?#]/) : [file]
  const last = /^https?:\/\/[^/]*\/?$/i.test(path) ? '' : (path.split(/[/\\]/).at(-1) ?? '')
  const name = last === '-' ? '' : last.replace(ending, '')
  return name === '' ? (hostOf(firstUrl) ?? 'imported') : name
}

function hostOf(url: string): string | undefined {
  return /^(?:https?:\/\/)?(?:[^/?#@]*@)?([\p{L}\p{N}.-]+)(?=[:/?#]|$)/iu.exec(url)?.[1]
}
