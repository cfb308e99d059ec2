/** Meaning of an option of curl to an import. */
export interface CurlOptionKind {
  readonly name: string
  readonly takesValue: boolean
  /**
   * `read` becomes part of the request. `idle` changes neither the request nor what counts as an answer; so does `aside`, but
   * it asks for something beside the answer. `lost` changes how it travels, in a way suites have no key for. `refused` would
   * make it another request.
   */
  readonly effect: 'read' | 'idle' | 'aside' | 'lost' | 'refused'
  readonly letter: string
}

/** Names with their letter; `=` marks those that take a value. */
const read = `request=X url= get:G head:I data=d data-raw= data-binary= data-ascii= data-urlencode= json= form=F
  form-string= form-escape url-query= upload-file=T header=H user-agent=A referer=e cookie=b cookie-jar=c
  user=u basic digest anyauth aws-sigv4= oauth2-bearer= range=r
  insecure:k cacert= cert=E cert-type= key= pass= crlfile= tlsv1:1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
  proxy=x socks4= socks4a= socks5= socks5-hostname= proxy-user=U noproxy= proxy1.0= proxytunnel:p proxy-basic resolve= connect-to= unix-socket=
  location:L location-trusted max-redirs= post301 post302 post303 http1.1 http2 http2-prior-knowledge
  max-time=m retry= retry-delay= retry-max-time= retry-all-errors retry-connrefused globoff:g proto-default= compressed
  path-as-is next::`

const idle = `silent:s show-error:S include:i fail:f fail-with-body progress-bar:# progress-meter write-out=w buffer
  no-buffer:N keepalive keepalive-time= connect-timeout=`

const aside = `verbose:v output=o remote-name:O remote-name-all remote-header-name:J
  output-dir= create-dirs create-file-mode= no-clobber clobber fail-early
  dump-header=D trace= trace-ascii= trace-time trace-ids trace-config= stderr= keepalive-cnt= tcp-nodelay
  tcp-fastopen remote-time:R remove-on-error
  styled-output parallel:Z parallel-immediate parallel-max= rate= limit-rate= speed-limit=Y speed-time=y
  expect100-timeout= max-filesize= happy-eyeballs-timeout-ms= ipv4:4 ipv6:6 interface= local-port=
  dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers= doh-url= doh-insecure doh-cert-status disable:q xattr
  libcurl= etag-save= hsts= alt-svc= sessionid alpn npn suppress-connect-headers junk-session-cookies:j
  disallow-username-in-url use-ascii:B ssl ssl-reqd false-start skip-existing vlan-priority= ip-tos= dump-ca-embed
  proxy-anyauth disable-eprt disable-epsv proto= proto-redir= ca-native mptcp tls-earlydata
  socks5-basic`

const lost = `capath= ciphers= tls13-ciphers= curves= tls-max= pinnedpubkey= cert-status key-type= engine=
  proxy-insecure proxy-cacert= proxy-capath= proxy-cert= proxy-cert-type= proxy-key= proxy-key-type= proxy-pass=
  proxy-crlfile= proxy-ciphers= proxy-tls13-ciphers= proxy-pinnedpubkey= proxy-tlsv1 proxy-header= proxy-digest
  socks5-gssapi preproxy= http1.0:0 http0.9 http3 http3-only
  ssl-no-revoke ssl-allow-beast ssl-auto-client-cert ssl-revoke-best-effort tlsuser= tlspassword= tlsauthtype=
  ignore-content-length raw delegation= service-name= sasl-ir sasl-authzid= login-options= ech= sigalgs=
  haproxy-protocol haproxy-clientip= random-file= egd-file=`

const refused = `ntlm ntlm-wb negotiate proxy-ntlm proxy-negotiate netrc:n netrc-file= netrc-optional config=K
  abstract-unix-socket= request-target= continue-at=C etag-compare= time-cond=z crlf tr-encoding variable= quote=Q
  append:a list-only:l telnet-option=t ftp-port=P mail-from= mail-rcpt= sslv2:2 sslv3:3 help=h version:V manual:M`

const kinds = new Map<string, CurlOptionKind>()
const letters = new Map<string, CurlOptionKind>()

for (const [list, effect] of [
  [read, 'read'],
  [idle, 'idle'],
  [aside, 'aside'],
  [lost, 'lost'],
  [refused, 'refused'],
] as const)
  for (const item of list.split(/\s+/)) {
    const [, name = '', sign = '', letter = ''] = /^([\w.-]+?)(?:([=:])(.?))?$/.exec(item) ?? []
    const kind: CurlOptionKind = { name, takesValue: sign === '=', effect, letter }
    kinds.set(name, kind)
    if (letter !== '') letters.set(letter, kind)
  }

/** The option of this letter. */
export function optionOfLetter(letter: string): CurlOptionKind | undefined {
  return letters.get(letter)
}

/** The option of this name, which may be cut off where it is still the only one, as curl allows. */
export function optionOfName(name: string): CurlOptionKind | undefined {
  const known = kinds.get(name)
  if (known !== undefined) return known
  const begun = [...kinds.values()].filter(kind => kind.name.startsWith(name))
  return begun.length === 1 ? begun[0] : undefined
}

/** The options whose effect comes without being asked for. */
export function idleOptions(): readonly CurlOptionKind[] {
  return [...kinds.values()].filter(({ effect }) => effect === 'idle')
}
