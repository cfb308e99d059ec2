import type { Category } from './records.ts'

/** A category with the articles that are made up for it. */
export interface CategorySeed extends Category {
  readonly articles: readonly [string, ...string[]]
}

/** The categories are the same in every size. */
export const categorySeeds: readonly [CategorySeed, ...CategorySeed[]] = [
  {
    id: 'books',
    name: 'Books',
    description: 'To read, to look at and to cook from.',
    articles: ['Cookbook', 'Atlas', 'Novel', 'Sketchbook'],
  },
  {
    id: 'electronics',
    name: 'Electronics',
    description: 'Small devices and what connects them.',
    articles: ['Headphones', 'Keyboard', 'Charger', 'Speaker'],
  },
  {
    id: 'garden',
    name: 'Garden',
    description: 'Tools, pots and seeds.',
    articles: ['Watering Can', 'Trowel', 'Planter', 'Bird Feeder'],
  },
  {
    id: 'home',
    name: 'Home',
    description: 'Light, textiles and storage.',
    articles: ['Desk Lamp', 'Blanket', 'Basket', 'Wall Clock'],
  },
  {
    id: 'kitchen',
    name: 'Kitchen',
    description: 'Everything between the market and the table.',
    articles: ['Kettle', 'Chopping Board', 'Teapot', 'Pepper Mill'],
  },
  {
    id: 'office',
    name: 'Office',
    description: 'Paper, pens and order.',
    articles: ['Notebook', 'Fountain Pen', 'Desk Tray', 'Stapler'],
  },
  {
    id: 'sports',
    name: 'Sports',
    description: 'For the gym, the park and the mountains.',
    articles: ['Yoga Mat', 'Water Bottle', 'Daypack', 'Skipping Rope'],
  },
  {
    id: 'toys',
    name: 'Toys',
    description: 'For children and those who stayed one.',
    articles: ['Building Blocks', 'Puzzle', 'Kite', 'Marble Run'],
  },
]

/** Ids of all categories, which are the same in data sets of every size. */
export const categoryIds = categorySeeds.map(category => category.id)

/** The categories as the shop shows them. */
export function seedCategories(): Category[] {
  return categorySeeds.map(({ id, name, description }) => ({ id, name, description }))
}
