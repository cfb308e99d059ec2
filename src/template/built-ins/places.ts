import type { Generators } from './generator.ts'
import { lastName } from './people.ts'
import { digits, integer, pick } from './random.ts'

const streetName = () =>
  `${lastName()} ${pick('Alley, Avenue, Court, Lane, Park, Road, Square, Street, Way')}`
const phoneNumber = () => `${integer(200, 999)}-${integer(200, 999)}-${digits(4)}`
/** Degrees to four places, as a number. */
const degrees = (most: number) => integer(-most * 10_000, most * 10_000) / 10_000

/** Telephone numbers, addresses and coordinates. Cities are made up, countries are not. */
export const places: Generators = {
  $randomPhoneNumber: phoneNumber,
  $randomPhoneNumberExt: () => `${integer(10, 99)}-${phoneNumber()}`,
  $randomCity: () =>
    lastName() + pick('berg, borough, burgh, bury, field, ford, haven, mouth, port, stad, ton, ville'),
  $randomStreetName: streetName,
  $randomStreetAddress: () => `${integer(1, 9999)} ${streetName()}`,
  $randomCountry: () =>
    pick(
      'Argentina, Australia, Austria, Brazil, Canada, Chile, Denmark, Egypt, Finland, France, Germany, Ghana, Greece, ' +
        'India, Indonesia, Ireland, Italy, Japan, Kazakhstan, Kenya, Mexico, Morocco, Nepal, Norway, Peru, Poland, ' +
        'Portugal, Spain, Sweden, Switzerland, Thailand, Uruguay, Vietnam',
    ),
  $randomCountryCode: () =>
    pick(
      'AR, AT, AU, BR, CA, CH, CL, DE, DK, EG, ES, FI, FR, GH, GR, ID, IE, IN, IT, JP, KE, KZ, MA, MX, NO, NP, PE, PL',
    ),
  $randomLatitude: () => degrees(90),
  $randomLongitude: () => degrees(180),
}
