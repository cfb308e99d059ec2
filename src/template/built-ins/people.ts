import type { Generators } from './generator.ts'
import { pick } from './random.ts'

/** A given name in plain letters. */
export function firstName(): string {
  return pick(
    'Ada, Amir, Anna, Ben, Carla, Chen, Clara, David, Elena, Emil, Fatima, Felix, Grace, Hana, Hugo, Ines, Ivan, ' +
      'Jonas, Julia, Kofi, Lea, Liam, Lina, Marco, Maya, Mina, Nils, Nora, Omar, Paula, Rosa, Sam, Tara, Viktor, Yuki, Zoe',
  )
}

/** A family name in plain letters. */
export function lastName(): string {
  return pick(
    'Abbott, Bauer, Brandt, Carter, Costa, Diaz, Dubois, Evans, Fischer, Garcia, Haddad, Hansen, Ito, Jansen, Keller, ' +
      'Kim, Lang, Lopez, Mensah, Moreau, Novak, Okafor, Olsen, Patel, Reyes, Rossi, Sato, Silva, Tanaka, Turner, Weber, Young',
  )
}

const jobArea = () =>
  pick(
    'Accounts, Applications, Brand, Data, Infrastructure, Marketing, Mobility, Operations, Quality, Security, Web',
  )
const jobDescriptor = () =>
  pick(
    'Central, Chief, Corporate, Customer, Direct, Global, Internal, Lead, National, Principal, Regional, Senior',
  )
const jobType = () =>
  pick(
    'Administrator, Analyst, Architect, Consultant, Coordinator, Designer, Developer, Engineer, Manager, Supervisor',
  )

/** Names of people and of what they do for a living. */
export const people: Generators = {
  $randomFirstName: firstName,
  $randomLastName: lastName,
  $randomFullName: () => `${firstName()} ${lastName()}`,
  $randomNamePrefix: () => pick('Dr., Miss, Mr., Mrs., Ms.'),
  $randomNameSuffix: () => pick('DDS, I, II, III, IV, Jr., MD, PhD, Sr., V'),
  $randomJobArea: jobArea,
  $randomJobDescriptor: jobDescriptor,
  $randomJobTitle: () => `${jobDescriptor()} ${jobArea()} ${jobType()}`,
  $randomJobType: jobType,
}
