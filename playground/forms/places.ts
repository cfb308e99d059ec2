/** Countries, their states and the cities of these, as the dropdowns show them. */
export interface Place {
  readonly value: string
  readonly label: string
  readonly places?: readonly Place[]
}

/** Four countries; the values of countries and states are codes of ISO 3166, in lower case. */
export const countries: readonly Place[] = [
  place('de', 'Germany', [
    place('be', 'Berlin', cities('Mitte', 'Pankow', 'Spandau')),
    place('by', 'Bavaria', cities('Munich', 'Nuremberg', 'Augsburg')),
    place('hh', 'Hamburg', cities('Altona', 'Eimsbüttel', 'Wandsbek')),
  ]),
  place('fr', 'France', [
    place('ara', 'Auvergne-Rhône-Alpes', cities('Lyon', 'Grenoble', 'Annecy')),
    place('bre', 'Brittany', cities('Rennes', 'Brest', 'Quimper')),
  ]),
  place('pt', 'Portugal', [
    place('11', 'Lisbon', cities('Lisbon', 'Sintra', 'Cascais')),
    place('13', 'Porto', cities('Porto', 'Gaia', 'Matosinhos')),
  ]),
  place('us', 'United States', [
    place('ca', 'California', cities('Los Angeles', 'San Diego', 'Oakland')),
    place('ny', 'New York', cities('Albany', 'Buffalo', 'New York')),
    place('wa', 'Washington', cities('Seattle', 'Spokane', 'Tacoma')),
  ]),
]

function place(value: string, label: string, places: readonly Place[]): Place {
  return { value, label, places }
}

function cities(...names: readonly string[]): Place[] {
  return names.map(label => ({ value: label.toLowerCase().replaceAll(' ', '-'), label }))
}
