import type { Generators } from './generator.ts'
import { lastName } from './people.ts'
import { pick } from './random.ts'

const productAdjective = () =>
  pick(
    'Fantastic, Handmade, Incredible, Licensed, Practical, Refined, Rustic, Sleek, Small, Tasty, Unbranded',
  )
const productMaterial = () =>
  pick('Bamboo, Bronze, Concrete, Cotton, Granite, Leather, Metal, Plastic, Rubber, Steel, Wooden')
const product = () =>
  pick('Ball, Bike, Chair, Gloves, Hat, Keyboard, Lamp, Mouse, Pants, Pizza, Shoes, Table, Towels')
const companySuffix = () => pick('GmbH, Group, Inc, LLC, Ltd, SA')
const bsAdjective = () =>
  pick('24/7, B2B, collaborative, dynamic, global, interactive, open-source, scalable, viral, virtual')
const bsBuzz = () =>
  pick('aggregate, deploy, embrace, enable, harness, integrate, leverage, repurpose, scale, transition')
const bsNoun = () =>
  pick('channels, communities, e-services, interfaces, markets, networks, platforms, schemas, systems')
const catchPhraseAdjective = () =>
  pick(
    'Adaptive, Balanced, Business-focused, Down-sized, Extended, Future-proofed, Intuitive, Profound, Self-enabling',
  )
const catchPhraseDescriptor = () =>
  pick(
    'bandwidth-monitored, client-driven, fault-tolerant, heuristic, homogeneous, modular, needs-based, stable',
  )
const catchPhraseNoun = () =>
  pick(
    'ability, architecture, contingency, hierarchy, installation, interface, open system, secured line, superstructure',
  )

/** Products and companies; all of them are made up. */
export const commerce: Generators = {
  $randomProduct: product,
  $randomProductAdjective: productAdjective,
  $randomProductMaterial: productMaterial,
  $randomProductName: () => `${productAdjective()} ${productMaterial()} ${product()}`,
  $randomDepartment: () =>
    pick(
      'Automotive, Baby, Beauty, Books, Clothing, Electronics, Garden, Grocery, Health, Home, Movies, Music, Sports, Tools, Toys',
    ),
  $randomCompanyName: () => `${lastName()} ${companySuffix()}`,
  $randomCompanySuffix: companySuffix,
  $randomBs: () => `${bsBuzz()} ${bsAdjective()} ${bsNoun()}`,
  $randomBsAdjective: bsAdjective,
  $randomBsBuzz: bsBuzz,
  $randomBsNoun: bsNoun,
  $randomCatchPhrase: () => `${catchPhraseAdjective()} ${catchPhraseDescriptor()} ${catchPhraseNoun()}`,
  $randomCatchPhraseAdjective: catchPhraseAdjective,
  $randomCatchPhraseDescriptor: catchPhraseDescriptor,
  $randomCatchPhraseNoun: catchPhraseNoun,
}
