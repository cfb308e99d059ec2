/** How hints name settings: by the keys of suites, or by what has the same effect where a hint is shown. */
export interface SettingNames {
  readonly trust: string
  readonly clientCertificate: string
  readonly nameOfServer: string
  readonly oldestVersion: string
  readonly offersHttp2: string
  readonly givesTime: string
  readonly proxyLogin: string
  readonly pastProxy: string
  readonly straight: string
  readonly placeOfHost: string
  readonly socketFile: string
  readonly firstRedirect: string
}

/** The names that settings have in suites and in the configuration. */
export const keysOfSuites: SettingNames = {
  trust: '`tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.',
  clientCertificate: '`tls: { certificate: FILE, key: FILE }`',
  nameOfServer: 'in the URL, or as `server-name` of tls',
  oldestVersion: 'as min-version of tls wants it',
  offersHttp2: 'With http-version: auto, HTTP/2 is offered, too.',
  givesTime: 'Give the step a longer timeout',
  proxyLogin: 'proxy: { url, username, password }',
  pastProxy: 'no-proxy goes past the proxy',
  straight: '`proxy: none` goes straight',
  placeOfHost: 'the name under `resolve`',
  socketFile: 'check `unix-socket`',
  firstRedirect: '`follow-redirects: false` shows',
}
