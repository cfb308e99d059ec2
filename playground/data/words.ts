type Words = readonly [string, ...string[]]

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

export const tags: Words = ['new', 'sale', 'bestseller', 'eco', 'gift', 'limited', 'imported', 'local']
