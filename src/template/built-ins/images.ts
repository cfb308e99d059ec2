import type { Generators } from './generator.ts'
import { integer, pick } from './random.ts'

const themes =
  'abstract, animals, business, cats, city, food, nightlife, fashion, people, nature, sports, transport'

/** Addresses of pictures; nothing here ever asks for one. */
const image = (theme: string) => `https://loremflickr.com/640/480/${theme}`

/** Addresses of pictures, and one picture as a `data:` URI, which needs no network. */
export const images: Generators = {
  $randomAvatarImage: () => `https://loremflickr.com/128/128/portrait?lock=${integer(1, 1000)}`,
  $randomImageUrl: () => image(pick(themes)),
  $randomAbstractImage: () => image('abstract'),
  $randomAnimalsImage: () => image('animals'),
  $randomBusinessImage: () => image('business'),
  $randomCatsImage: () => image('cats'),
  $randomCityImage: () => image('city'),
  $randomFoodImage: () => image('food'),
  $randomNightlifeImage: () => image('nightlife'),
  $randomFashionImage: () => image('fashion'),
  $randomPeopleImage: () => image('people'),
  $randomNatureImage: () => image('nature'),
  $randomSportsImage: () => image('sports'),
  $randomTransportImage: () => image('transport'),
  $randomImageDataUri: imageDataUri,
}

function imageDataUri(): string {
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">' +
    `<rect width="100%" height="100%" fill="hsl(${integer(0, 359)} 50% 50%)"/></svg>`
  return `data:image/svg+xml;charset=UTF-8,${encodeURIComponent(picture)}`
}
