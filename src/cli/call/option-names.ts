import type { SettingNames } from '../../actions/faults/setting-names.ts'

/** How hints name settings on the command line: by the options of a call that have the same effect. */
export const optionNames: SettingNames = {
  trust:
    '`--cacert FILE`, or the environment variable NODE_EXTRA_CA_CERTS; `--insecure` accepts any certificate.',
  clientCertificate: '`--cert FILE --key FILE`',
  nameOfServer: 'in the URL',
  oldestVersion: 'as `--tlsv1.2` or `--tlsv1.3` wants it',
  offersHttp2: 'Leave `--http1.1` out, and HTTP/2 is offered, too.',
  givesTime: 'Give it longer with `--max-time`',
  proxyLogin: '`--proxy-user NAME:PASSWORD`',
  pastProxy: '`--noproxy HOST` goes past the proxy',
  straight: "`--proxy ''` goes straight",
  placeOfHost: 'the name behind `--resolve`',
  socketFile: 'check `--unix-socket`',
  firstRedirect: '`--max-redirs 0` shows',
}
