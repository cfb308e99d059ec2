/** Names of headers, fields and parameters that carry credentials, in lower case letters and digits only. */
const whole = new Set(
  [
    'authorization auth pass pwd passwd password passphrase pin otp mfacode totp secret token jwt sid session sessionid',
    'apikey key sig signature hmac csrf xsrf codeverifier assertion clientassertion samlresponse credential credentials',
    'idtokenhint authenticitytoken requestverificationtoken',
    'bearer passcode secretanswer securityanswer accesskeyid cardnumber cvv cvc',
  ]
    .join(' ')
    .split(' '),
)

const endings =
  /(authorization|password|passwd|passphrase|secret|token|jwt|apikey|accesskey|secretkey|privatekey|subscriptionkey|authkey|appkey|sessionid|credential|credentials|signature)$/

/** Names that end like a credential and tell where a list goes on, or what is in it. */
const harmless =
  /^(page|next|nextpage|prev|previous|previouspage|continuation|sync|cancel|resume|skip|start|cursor)token$/

/** Keys that open nothing. */
const plainKeys =
  /(sort|primary|foreign|cache|public|partition|row|group|object|idempotency|routing|issue|project|translation|event|i18n|query)key$/

/** Names that were asked for, and how many of them at most: those of headers come with every call again. */
const known = new Map<string, boolean>()
const mostKnown = 1000

/** True where something of this name in a header or a query is a credential. */
export function isCredentialLine(name: string): boolean {
  const told = known.get(name)
  if (told !== undefined) return told
  const plain = plainName(name)
  const isOne = isCredential(plain) || (plain.endsWith('key') && !plainKeys.test(plain))
  if (known.size >= mostKnown) known.clear()
  known.set(name, isOne)
  return isOne
}

/** True where something of this name in a body is a credential; there `key` is most often no secret. */
export function isCredentialField(name: string): boolean {
  const plain = plainName(name)
  return !['key', 'session', 'auth'].includes(plain) && isCredential(plain)
}

/** True where a cookie of this name tells the server who is asking. */
export function isCredentialCookie(name: string): boolean {
  const plain = plainName(name)
  return isCredential(plain) || /(sess|auth|jwt|csrf|xsrf|login|remember|identity|sid$)/.test(plain)
}

/** True where a text looks like a credential, whatever its name is. */
export function looksLikeCredential(value: string): boolean {
  return credentialShapes.test(value)
}

const credentialShapes =
  /^(eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*|(gh[pousr]_|github_pat_|glpat-|sk-|[sr]k_(live|test)_|xox[abprs]-|AKIA|ASIA|AIza|ya29\.|SG\.)[\w.-]{10,})$/

function isCredential(plain: string): boolean {
  return whole.has(plain) || (endings.test(plain) && !harmless.test(plain))
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/^x(?=[a-z]{3})/, '')
}
