import { type Entry, type Field, valueOf } from './har-document.ts'
import { isDataType } from './media-kinds.ts'

/** Hosts, with everything below them, that only count visits, clicks and errors. */
const hosts = new RegExp(
  `(^|\\.)(${[
    'google-analytics\\.com',
    'analytics\\.google\\.com',
    'googletagmanager\\.com',
    'googleadservices\\.com',
    'googlesyndication\\.com',
    'doubleclick\\.net',
    'scorecardresearch\\.com',
    '(api|cdn|cdn-settings)\\.segment\\.(io|com)',
    'mixpanel\\.com',
    'amplitude\\.com',
    'hotjar\\.(com|io)',
    'fullstory\\.com',
    'sentry\\.io',
    'sentry-cdn\\.com',
    'bugsnag\\.com',
    'nr-data\\.net',
    'newrelic\\.com',
    'browser-intake-[\\w-]+\\.com',
    'clarity\\.ms',
    'connect\\.facebook\\.net',
    'plausible\\.io',
    'posthog\\.com',
    'heapanalytics\\.com',
    'cloudflareinsights\\.com',
    'chartbeat\\.(com|net)',
    'quantserve\\.com',
    'optimizely\\.com',
    'rudderstack\\.com',
    'logrocket\\.(com|io)',
    'lr-ingest\\.(com|io)',
    'mouseflow\\.com',
    'smartlook\\.com',
    'mc\\.yandex\\.\\w+',
    'bat\\.bing\\.com',
    'px\\.ads\\.linkedin\\.com',
    'analytics\\.tiktok\\.com',
    'analytics\\.twitter\\.com',
    'adservice\\.google\\.\\w+',
    'stats\\.wp\\.com',
    'umami\\.is',
    'matomo\\.cloud',
    'datadoghq(-browser-agent)?\\.(com|eu)',
    'raygun\\.(io|com)',
    'rollbar\\.com',
    'trackjs\\.com',
    'honeybadger\\.io',
    'applicationinsights\\.(azure\\.com|microsoft\\.com)',
    'events\\.data\\.microsoft\\.com',
    'dc\\.services\\.visualstudio\\.com',
    'app-measurement\\.com',
    'firebaselogging(-pa)?\\.googleapis\\.com',
    'play\\.google\\.com',
    'crazyegg\\.com',
    'pendo\\.io',
    'kissmetrics\\.(io|com)',
    'events\\.launchdarkly\\.com',
    'statsigapi\\.net',
    'snowplowanalytics\\.com',
    'omtrdc\\.net',
    '2o7\\.net',
    'demdex\\.net',
    'branch\\.io',
    'appsflyer\\.com',
    'adjust\\.com',
    'criteo\\.(com|net)',
    'simpleanalyticscdn\\.com',
    'usefathom\\.com',
    'goatcounter\\.com',
    'gosquared\\.com',
    'parsely\\.com',
    'inspectlet\\.com',
    'ct\\.pinterest\\.com',
    'snap\\.licdn\\.com',
    'tr\\.snapchat\\.com',
  ].join('|')})$`,
)

/** First labels of hosts that are there for nothing else. */
const labels = /^(analytics|telemetry|beacons?|metrics|stats|rum|pixel|track(er|ing)?|collector|events?)\./

/** Paths at which pages report to their own host, or to one that passes it on. */
const paths = new RegExp(
  [
    '^/(ads|gtag|gtm)/',
    '/(analytics|telemetry|beacons?|rum|pixels?|tracking|trackers?|metrics|clientlogs?|client-logs?|web-?vitals|csp-?reports?)(/|$)',
    '^/(([rgj]|i|mp)/)?collect$',
    '^/tr/?$',
    '/cdn-cgi/rum$',
    '^/_vercel/(insights|speed-insights)/',
    '/(piwik|matomo)\\.php$',
    '/api/\\d+/(envelope|store|security)/?$',
    '^/_(bt|next)?/?telemetry',
    '/(log|track|send|record|report|batch)-?(event|beacon|impression|error|click|view|metric)s?/?$',
    '/(events?|beacon)/(track|batch|collect)/?$',
    '/intake/v\\d/rum/events$',
    '^/b/ss/',
    '/(jserrors|bam)/1/',
    '/otlp/|/v1/traces$',
  ].join('|'),
  'i',
)

/**
 * True where a call only counts visits, clicks or errors: `surely` by what it is (a beacon, a ping, a report of the
 * browser) or by its host; by its path, where the answer is no data, one may think otherwise.
 */
export function isAnalytics(
  { method, headers, body, answerType }: Entry,
  url: URL,
): 'surely' | 'by its path' | false {
  if (isBeacon(method, headers, body?.type ?? '') || hosts.test(url.hostname)) return 'surely'
  const looksLike = !isDataType(answerType) && (labels.test(url.hostname) || paths.test(url.pathname))
  return looksLike ? 'by its path' : false
}

/** True for a request of `sendBeacon`, `<a ping>` or the browser itself: no script can look at the response. */
function isBeacon(method: string, headers: readonly Field[], type: string): boolean {
  if (method !== 'POST') return false
  const sent = (type === '' ? valueOf(headers, 'content-type') : type).toLowerCase()
  if (/^(text\/ping|application\/(csp-report|reports\+json|x-sentry-envelope))\b/.test(sent)) return true
  if (valueOf(headers, 'ping-to') !== '' || valueOf(headers, 'x-sentry-auth') !== '') return true
  return (
    valueOf(headers, 'sec-fetch-mode').toLowerCase() === 'no-cors' &&
    valueOf(headers, 'sec-fetch-dest').toLowerCase() === 'empty'
  )
}
