// The authorization server warns of what is meant for production, and of Node 20, with which it works.
const target = globalThis.console
const warn = target.warn.bind(target)

target.warn = (...texts: readonly unknown[]) => {
  if (!String(texts[0]).includes('oidc-provider WARNING')) warn(...texts)
}
