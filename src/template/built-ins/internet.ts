import type { Generators } from './generator.ts'
import { firstName, lastName } from './people.ts'
import { digits, integer, pick, repeat } from './random.ts'

const domainWord = () => firstName().toLowerCase()
const domainSuffix = () => pick('biz, com, info, io, name, net, org')
const domainName = () => `${domainWord()}.${domainSuffix()}`
const protocol = () => pick('http, https')
const userName = () => `${firstName()}${pick('., _')}${lastName()}${digits(integer(0, 2))}`
const hexadecimal = (count: number) => repeat(count, () => integer(0, 15).toString(16))

function userAgent(): string {
  const system = pick('Macintosh; Intel Mac OS X 14.4, Windows NT 10.0; Win64; x64, X11; Linux x86_64')
  const version = `${integer(90, 140)}.0`
  return `Mozilla/5.0 (${system}; rv:${version}) Gecko/20100101 Firefox/${version}`
}

/** RFC 2606 keeps these domains for examples: what a test sends there reaches no stranger's mailbox. */
const exampleEmail = () => `${userName()}@example.${pick('com, net, org')}`

/** Names, addresses and numbers of the internet. */
export const internet: Generators = {
  $randomIP: () => repeat(4, () => integer(1, 254).toString(), '.'),
  $randomIPV6: () => repeat(8, () => hexadecimal(4), ':'),
  $randomMACAddress: () => repeat(6, () => hexadecimal(2), ':'),
  $randomLocale: () =>
    pick(
      'ar, bn, cs, da, de, el, en, es, et, fi, fr, he, hi, hu, it, ja, ko, lt, nb, nl, pl, pt, ro, ru, sv, th, tr, uk, vi, zh',
    ),
  $randomUserAgent: userAgent,
  $randomProtocol: protocol,
  $randomSemver: () => repeat(3, () => integer(0, 9).toString(), '.'),
  $randomDomainName: domainName,
  $randomDomainSuffix: domainSuffix,
  $randomDomainWord: domainWord,
  $randomEmail: exampleEmail,
  $randomExampleEmail: exampleEmail,
  $randomUserName: userName,
  $randomUrl: () => `${protocol()}://${domainName()}`,
}
