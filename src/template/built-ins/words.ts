import type { Generators } from './generator.ts'
import { capitalized, integer, pick, repeat } from './random.ts'

const noun = () =>
  pick(
    'alarm, array, bandwidth, bus, capacitor, card, driver, feed, firewall, hard drive, interface, matrix, microchip, monitor, panel, pixel, port, program, protocol, sensor, system, transmitter',
  )
const verb = () =>
  pick(
    'back up, bypass, calculate, compress, connect, copy, generate, hack, index, input, navigate, override, parse, program, quantify, reboot, synthesize, transmit',
  )
const ingVerb = () =>
  pick(
    'backing up, bypassing, calculating, compressing, connecting, copying, generating, hacking, indexing, navigating, overriding, parsing, programming, quantifying, synthesizing, transmitting',
  )
const adjective = () =>
  pick(
    '1080p, auxiliary, back-end, bluetooth, cross-platform, digital, haptic, mobile, multi-byte, neural, online, open-source, optical, primary, redundant, solid state, virtual, wireless',
  )
const abbreviation = () =>
  pick(
    'AGP, AI, API, CSS, EXE, FTP, GB, HDD, HTTP, IB, JBOD, JSON, PCI, PNG, RAM, SAS, SCSI, SDD, SMS, SQL, SSL, TCP, THX, USB, XML, XSS',
  )

/** One word of any kind. */
export function word(): string {
  return pick(
    'account, adapter, analyst, bridge, capability, coordinator, deposit, discrete, escalate, forge, gateway, harness, indexing, invoice, leverage, maroon, markets, navigating, orchestrate, payment, protocol, quantify, river, scalable, sticky, table, transmitter, unique, virtual, withdrawal',
  )
}

/** Words and phrases of computing. */
export const words: Generators = {
  $randomAbbreviation: abbreviation,
  $randomNoun: noun,
  $randomVerb: verb,
  $randomIngverb: ingVerb,
  $randomAdjective: adjective,
  $randomWord: word,
  $randomWords: () => repeat(integer(2, 5), word, ' '),
  $randomPhrase: () =>
    `${capitalized(ingVerb())} the ${noun()} will ${verb()} the ${adjective()} ${abbreviation()} ${noun()}!`,
}
