/**
 * A URL as it was typed, with http:// in front for this machine (`:4010/path` is one, too) and https:// for every other:
 * what goes over a network goes encrypted unless it is said otherwise.
 */
export function withScheme(typed: string): string {
  if (/^([a-z][a-z\d+.-]*:\/\/|\{\{|\/)/i.test(typed)) return typed
  if (/^:\d/.test(typed)) return `http://localhost${typed}`
  return `${loopback.test(typed) ? 'http' : 'https'}://${typed}`
}

const loopback = /^(localhost|[^/?#:]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])([:/?#]|$)/i
