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
  ].join('|')})$`,
)

/** Paths at which pages report to their own host. */
const paths =
  /^\/(analytics|telemetry|beacon|rum|gtag|gtm|pixel)\/|^\/(r|g|j)\/collect$|^\/ads\/|^\/tr\/?$|\/cdn-cgi\/rum$|^\/_vercel\/(insights|speed-insights)\/|\/(piwik|matomo)\.php$|\/api\/\d+\/(envelope|store)\/?$|^\/_(bt|next)?\/?telemetry/

/** Whether a call only counts visits, clicks or errors. By its path only where the answer is no data. */
export function isAnalytics(url: URL, answersData: boolean): boolean {
  return hosts.test(url.hostname) || (!answersData && paths.test(url.pathname))
}
