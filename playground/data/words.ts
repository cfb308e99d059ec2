type Words = readonly [string, ...string[]]

/** Given names of users. */
export const firstNames: Words = [
  'Ada',
  'Ben',
  'Chiara',
  'David',
  'Elif',
  'Finn',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Mira',
  'Noah',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Sven',
  'Tara',
  'Uma',
  'Viktor',
  'Wanda',
  'Yara',
  'Zoe',
]

/** Family names of users, of several countries. */
export const lastNames: Words = [
  'Almeida',
  'Berg',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Horvat',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lindholm',
  'Moreau',
  'Novak',
  'Olsen',
  'Petrov',
  'Rossi',
  'Silva',
  'Tanaka',
  'Weber',
]

/** Street names without a number. */
export const streets: Words = [
  'Harbour Street',
  'Mill Lane',
  'Station Road',
  'Garden Way',
  'Church Hill',
  'Market Square',
  'River Walk',
  'Oak Avenue',
]

/** Cities with the code of their country (ISO 3166-1). */
export const cities: readonly [City, ...City[]] = [
  { city: 'Berlin', country: 'DE' },
  { city: 'Hamburg', country: 'DE' },
  { city: 'Lyon', country: 'FR' },
  { city: 'Porto', country: 'PT' },
  { city: 'Utrecht', country: 'NL' },
  { city: 'Graz', country: 'AT' },
  { city: 'Bologna', country: 'IT' },
  { city: 'Aarhus', country: 'DK' },
]

interface City {
  readonly city: string
  readonly country: string
}

/** Words that stand before the noun in a product's name. */
export const qualities: Words = [
  'Compact',
  'Classic',
  'Sturdy',
  'Light',
  'Foldable',
  'Handmade',
  'Everyday',
  'Deluxe',
  'Recycled',
  'Quiet',
]

/** Labels of products, which `/tables/data` filters by. */
export const tags: Words = ['new', 'sale', 'bestseller', 'eco', 'gift', 'limited', 'imported', 'local']
