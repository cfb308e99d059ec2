import type { Generators } from './generator.ts'
import { digits, integer, pick, pickCharacter, repeat } from './random.ts'

const upperCase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Accounts and money. IBANs have right check digits; BICs and Bitcoin addresses only look right. */
export const finance: Generators = {
  $randomBankAccount: () => digits(8),
  $randomBankAccountName: () =>
    `${pick('Auto Loan, Checking, Credit Card, Home Loan, Investment, Money Market, Savings')} Account`,
  $randomCreditCardMask: () => digits(4),
  $randomBankAccountBic: () =>
    repeat(4, () => pickCharacter(upperCase)) +
    pick('AT, BE, CH, DE, ES, FR, IT, NL') +
    pick('2L, J1, M1, X2'),
  $randomBankAccountIban: iban,
  $randomTransactionType: () => pick('deposit, invoice, payment, refund, withdrawal'),
  $randomCurrencyCode: () =>
    pick('AUD, BRL, CAD, CHF, CZK, DKK, EUR, GBP, INR, JPY, KRW, MXN, NOK, NZD, PLN, SEK, USD, ZAR'),
  $randomCurrencyName: () =>
    pick(
      'Australian Dollar, Brazilian Real, Danish Krone, Euro, Indian Rupee, Pound Sterling, Swiss Franc, US Dollar, Yen',
    ),
  $randomCurrencySymbol: () => pick('$, £, €, ¥, ₹, kr, zł'),
  $randomBitcoin: () => pick('1, 3') + repeat(integer(25, 33), () => pickCharacter(base58)),
  $randomPrice: () => integer(0, 100_000) / 100,
}

/** A German IBAN whose check digits are right (ISO 13616: country, check digits, account, remainder 97). */
function iban(): string {
  const account = digits(18)
  const remainder = BigInt(`${account}131400`) % 97n
  return `DE${(98n - remainder).toString().padStart(2, '0')}${account}`
}
