import { requestsIn } from '../../../compile/test-program/parts-of-group.ts'
import type { ProgramRequest, TestGroup } from '../../../compile/test-program/test-program.ts'
import type { AnswerPart } from '../../../compile/test-program/answer-parts.ts'
import { pairs } from './go-literals.ts'
import { durationCode } from './go-predicates.ts'

/** Settings of the client for a request. No time limit is 0. */
export interface ClientSettings {
  readonly timeout: number
  readonly redirects: number
  readonly cookies: boolean
  readonly insecure: boolean
}

/** The settings that a request wants of the client. */
export function settingsOf({ timeout = 0, redirects, cookies, insecure }: ProgramRequest): ClientSettings {
  return { timeout, redirects, cookies, insecure }
}

/** The settings that most requests of a group want, and the first of them where as many want something else. */
export function usualSettings(root: TestGroup, keepsCookies: boolean): ClientSettings {
  const all = requestsIn(root).map(settingsOf)
  const most = <Kind>(of: (settings: ClientSettings) => Kind, none: Kind): Kind => {
    const counts = new Map<Kind, number>()
    for (const settings of all) counts.set(of(settings), (counts.get(of(settings)) ?? 0) + 1)
    const first: readonly [Kind, number] = [none, 0]
    return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), first)[0]
  }
  return {
    timeout: most(({ timeout }) => timeout, 0),
    redirects: most(({ redirects }) => redirects, 0),
    // A jar can be taken away from a copy of the client, and none that others share be given to it.
    cookies: keepsCookies && all.some(({ cookies }) => cookies),
    insecure: most(({ insecure }) => insecure, false),
  }
}

/** The function that decides on redirects. */
export function redirectCode(limit: number): string {
  if (limit === 0) return 'func(*http.Request, []*http.Request) error {\n\treturn http.ErrUseLastResponse\n}'
  return [
    'func(_ *http.Request, via []*http.Request) error {',
    `\tif len(via) > ${limit} {`,
    `\t\treturn errors.New("more than ${limit} redirects")`,
    '\t}',
    '\treturn nil',
    '}',
  ].join('\n')
}

/** How connections are made. */
export function transportCode(insecure: boolean): string {
  if (!insecure) return 'http.DefaultTransport'
  return pairs(
    '&http.Transport',
    [
      ['Proxy', 'http.ProxyFromEnvironment'],
      ['TLSClientConfig', '&tls.Config{InsecureSkipVerify: true}'],
    ],
    0,
  )
}

/** The client of a file, what makes it, and what it sends with. `PREFIX` stands for the names of the file. */
export function clientCode(settings: ClientSettings, parts: ReadonlySet<AnswerPart>): readonly string[] {
  const { timeout, redirects, cookies, insecure } = settings
  const fields = pairs(
    'http.Client',
    [
      ...(cookies ? [['Jar', 'jar'] as const] : []),
      ...(timeout === 0 ? [] : [['Timeout', durationCode(timeout)] as const]),
      ['CheckRedirect', redirectCode(redirects)],
      ...(insecure ? [['Transport', transportCode(true)] as const] : []),
    ],
    0,
  )
  const does = ['sends requests', ...(cookies ? ['keeps cookies'] : [])].join(', ')
  const follows = redirects === 0 ? 'follows no redirects' : `follows up to ${redirects} redirects`
  return [
    `// PREFIXClient ${does} and ${follows}.\ntype PREFIXClient struct{ http.Client }`,
    cookies
      ? `func newInfixClient(t *testing.T) *PREFIXClient {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &PREFIXClient{${fields.replaceAll('\n', '\n\t')}}
}`
      : `func newInfixClient() *PREFIXClient {
	return &PREFIXClient{${fields.replaceAll('\n', '\n\t')}}
}`,
    sendCode(parts),
    ...answerType(parts),
  ]
}

/** The type that sending returns. */
export function answerName(parts: ReadonlySet<AnswerPart>): string {
  return parts.size === 0 ? '*http.Response' : 'PREFIXAnswer'
}

function sendCode(parts: ReadonlySet<AnswerPart>): string {
  const isRead = parts.has('text') || parts.has('body')
  const values = [
    'res',
    ...(parts.has('text') ? ['string(data)'] : []),
    ...(parts.has('body') ? ['parseInfix(data)'] : []),
    ...(parts.has('duration') ? ['time.Since(started)'] : []),
  ]
  return [
    '// send sends a request and reads the whole answer.',
    `func (c *PREFIXClient) send(t *testing.T, req *http.Request) ${answerName(parts)} {`,
    '\tt.Helper()',
    ...(parts.has('duration') ? ['\tstarted := time.Now()'] : []),
    '\tres, err := c.Do(req)',
    '\tif err != nil {',
    '\t\tt.Fatal(err)',
    '\t}',
    '\tdefer res.Body.Close()',
    ...(isRead
      ? ['\tdata, err := io.ReadAll(res.Body)', '\tif err != nil {']
      : ['\tif _, err := io.Copy(io.Discard, res.Body); err != nil {']),
    '\t\tt.Fatal(err)',
    '\t}',
    `\treturn ${parts.size === 0 ? 'res' : `PREFIXAnswer{${values.join(', ')}}`}`,
    '}',
  ].join('\n')
}

function answerType(parts: ReadonlySet<AnswerPart>): readonly string[] {
  if (parts.size === 0) return []
  const fields = [
    ...(parts.has('text') ? [['text', 'string'] as const] : []),
    ...(parts.has('body') ? [['body', 'PREFIXValue'] as const] : []),
    ...(parts.has('duration') ? [['elapsed', 'time.Duration'] as const] : []),
  ]
  const widest = Math.max(...fields.map(([name]) => name.length))
  return [
    [
      '// PREFIXAnswer is an answer that has been read.',
      'type PREFIXAnswer struct {',
      '\t*http.Response',
      ...fields.map(([name, type]) => `\t${name.padEnd(widest)} ${type}`),
      '}',
    ].join('\n'),
  ]
}
