import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueText } from '../../util/value-text.ts'
import { builtInNames, generateBuiltIn, isBuiltIn } from './index.ts'

describe('built-in variables', () => {
  test('are those of Postman, and $uuid', () => {
    assert.equal(builtInNames().length, 119)
  })

  for (const name of builtInNames())
    test(`${name} gives a value of one type every time`, () => {
      const made = Array.from({ length: 50 }, () => generateBuiltIn(name) ?? '')
      assert.equal(new Set(made.map(value => typeof value)).size, 1)
      for (const value of made)
        assert.doesNotMatch(valueText(value), /^(undefined|null|NaN|)$|^ | $|\b(undefined|null)\b/)
    })

  test('other names are none', () => {
    for (const name of ['uuid', '$nope', 'constructor', '$constructor']) {
      assert.equal(isBuiltIn(name), false)
      assert.equal(generateBuiltIn(name), undefined)
    }
  })
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const name = /^[A-Z][A-Za-z']+$/
const words = /^[\w/'-]+([ -][\w/'-]+)*$/
const image = /^https?:\/\/\S+$/
const date = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT/
const address = /^[A-Za-z]+[._][A-Za-z]+\d{0,2}@example\.(com|net|org)$/
const file = /^[a-z_]+\.[a-z0-9]+$/
const sentences = /^[A-Z][a-z, ]+\.([\n ]+[A-Z][a-z, ]+\.)*$/

describe('the shape of', () => {
  /** The list of Postman, each with what its documentation says of it; and `$uuid`. */
  const shapes: Readonly<Record<string, RegExp>> = {
    $uuid: uuid,
    $guid: uuid,
    $timestamp: /^\d{10}$/,
    $isoTimestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    $randomUUID: uuid,
    $randomAlphaNumeric: /^[a-z0-9]$/,
    $randomBoolean: /^(true|false)$/,
    $randomInt: /^(1000|\d{1,3})$/,
    $randomColor: words,
    $randomHexColor: /^#[0-9a-f]{6}$/,
    $randomAbbreviation: /^[A-Z\d]{2,4}$/,
    $randomIP: /^\d{1,3}(\.\d{1,3}){3}$/,
    $randomIPV6: /^[0-9a-f]{4}(:[0-9a-f]{4}){7}$/,
    $randomMACAddress: /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/,
    $randomPassword: /^\w{15}$/,
    $randomLocale: /^[a-z]{2}$/,
    $randomUserAgent: /^\w+\/\d.* /,
    $randomProtocol: /^https?$/,
    $randomSemver: /^\d\.\d\.\d$/,
    $randomFirstName: name,
    $randomLastName: name,
    $randomFullName: /^\S+ \S+/,
    $randomNamePrefix: /^[A-Z][a-z]+\.$|^Miss$/,
    $randomNameSuffix: /^[A-Z]\w*\.?$/,
    $randomJobArea: words,
    $randomJobDescriptor: words,
    $randomJobTitle: /^\S+ \S+ \S+$/,
    $randomJobType: words,
    $randomPhoneNumber: /^\d{3}-\d{3}-\d{4}$/,
    $randomPhoneNumberExt: /^\d{1,2}-\d{3}-\d{3}-\d{4}$/,
    $randomCity: words,
    $randomStreetName: /^\S+ \S+/,
    $randomStreetAddress: /^\d+ \S+ \S+/,
    $randomCountry: /^[A-Z]/,
    $randomCountryCode: /^[A-Z]{2}$/,
    $randomLatitude: /^-?\d{1,2}(\.\d{1,4})?$/,
    $randomLongitude: /^-?\d{1,3}(\.\d{1,4})?$/,
    $randomAvatarImage: image,
    $randomImageUrl: image,
    $randomAbstractImage: image,
    $randomAnimalsImage: image,
    $randomBusinessImage: image,
    $randomCatsImage: image,
    $randomCityImage: image,
    $randomFoodImage: image,
    $randomNightlifeImage: image,
    $randomFashionImage: image,
    $randomPeopleImage: image,
    $randomNatureImage: image,
    $randomSportsImage: image,
    $randomTransportImage: image,
    $randomImageDataUri: /^data:image\/svg\+xml;charset=UTF-8,%3Csvg/,
    $randomBankAccount: /^\d{8}$/,
    $randomBankAccountName: /^[A-Z][\w ]+ Account$/,
    $randomCreditCardMask: /^\d{4}$/,
    $randomBankAccountBic: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    $randomBankAccountIban: /^[A-Z]{2}\d{2}[A-Z0-9]{11,27}$/,
    $randomTransactionType: /^[a-z]+$/,
    $randomCurrencyCode: /^[A-Z]{3}$/,
    $randomCurrencyName: /^[A-Z]/,
    $randomCurrencySymbol: /^\S{1,4}$/,
    $randomBitcoin: /^[13][1-9A-HJ-NP-Za-km-z]{25,33}$/,
    $randomCompanyName: /^[A-Z]\S*( - |, | and | )\S+/,
    $randomCompanySuffix: /^[A-Z]\w*\.?$/,
    $randomBs: /^\S+ \S+ \S+/,
    $randomBsAdjective: words,
    $randomBsBuzz: words,
    $randomBsNoun: words,
    $randomCatchPhrase: /^\S+ \S+.* \S+$/,
    $randomCatchPhraseAdjective: words,
    $randomCatchPhraseDescriptor: words,
    $randomCatchPhraseNoun: words,
    $randomDatabaseColumn: /^\w+$/,
    $randomDatabaseType: /^[a-z]+$/,
    $randomDatabaseCollation: /^[a-z\d_]+$/,
    $randomDatabaseEngine: /^\w+$/,
    $randomDateFuture: date,
    $randomDatePast: date,
    $randomDateRecent: date,
    $randomWeekday: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
    $randomMonth: /^[A-Z][a-z]{2,8}$/,
    $randomDomainName: /^[a-z]+\.[a-z]+$/,
    $randomDomainSuffix: /^[a-z]+$/,
    $randomDomainWord: /^[a-z]+$/,
    $randomEmail: address,
    $randomExampleEmail: address,
    $randomUserName: /^[\w.]+$/,
    $randomUrl: /^https?:\/\/[a-z]+\.[a-z]+$/,
    $randomFileName: file,
    $randomFileType: /^[a-z]+$/,
    $randomFileExt: /^[a-z0-9]+$/,
    $randomCommonFileName: file,
    $randomCommonFileType: /^(video|audio|image|text|application)$/,
    $randomCommonFileExt: /^[a-z0-9]+$/,
    $randomFilePath: /^(\/[a-z]+)+\/[a-z_]+\.[a-z0-9]+$/,
    $randomDirectoryPath: /^(\/[a-z]+)+$/,
    $randomMimeType: /^[a-z]+\/\S+$/,
    $randomPrice: /^\d{1,4}(\.\d{1,2})?$/,
    $randomProduct: words,
    $randomProductAdjective: words,
    $randomProductMaterial: words,
    $randomProductName: /^\S+ \S+ \S+$/,
    $randomDepartment: words,
    $randomNoun: words,
    $randomVerb: words,
    $randomIngverb: /^[a-z ]*ing( \w+)?$/,
    $randomAdjective: words,
    $randomWord: words,
    $randomWords: /^\S+ .*\S$/,
    $randomPhrase: /^[A-Z].*[.!?]$/,
    $randomLoremWord: /^[a-z]+$/,
    $randomLoremWords: /^[a-z]+( [a-z]+)+$/,
    $randomLoremSentence: sentences,
    $randomLoremSentences: sentences,
    $randomLoremParagraph: sentences,
    $randomLoremParagraphs: sentences,
    $randomLoremText: sentences,
    $randomLoremSlug: /^[a-z]+-[a-z]+-[a-z]+$/,
    $randomLoremLines: sentences,
  }
  test('is told of every one', () => {
    assert.deepEqual(Object.keys(shapes).toSorted(), [...builtInNames()].toSorted())
  })
  for (const [name, shape] of Object.entries(shapes))
    test(name, () => {
      for (let count = 0; count < 50; count++) assert.match(valueText(generateBuiltIn(name) ?? ''), shape)
    })

  test('$randomBankAccountIban has right check digits', () => {
    const iban = valueText(generateBuiltIn('$randomBankAccountIban') ?? '')
    const moved = iban.slice(4) + iban.slice(0, 4)
    const number = moved.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
    assert.equal(BigInt(number) % 97n, 1n)
  })
})
