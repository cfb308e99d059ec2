import { buildSchema } from 'graphql'

/** The shop's data for GraphQL. Types do not refer back to each other, so that no query can grow without end. */
export const graphqlSchema = buildSchema(`
  type Query {
    "All users, or the first so many."
    users(first: Int): [User!]!
    user(id: ID!): User
    "All products, or those of a category, or the first so many."
    products(category: String, first: Int): [Product!]!
    product(id: ID!): Product
    "All orders, or those in a state, or the first so many."
    orders(state: OrderState, first: Int): [Order!]!
    order(id: ID!): Order
  }

  type Mutation {
    "Puts pieces of a product into a cart, a new one when no id is given."
    addToCart(cartId: ID, productId: ID!, quantity: Int! = 1): Cart!
  }

  type Subscription {
    "Orders as they are placed and come to another state; all of them, or one."
    orderChanged(id: ID): Order!
    "Numbers down to 0, so many milliseconds apart."
    countdown(from: Int!, interval: Int! = 100): Int!
  }

  type User {
    id: ID!
    name: String!
    email: String!
    role: String!
    phone: String!
    address: Address!
    createdAt: String!
    orders: [Order!]!
  }

  type Address {
    street: String!
    city: String!
    postalCode: String!
    country: String!
  }

  type Product {
    id: ID!
    sku: String!
    name: String!
    description: String!
    category: String!
    price: Float!
    currency: String!
    stock: Int!
    rating: Float!
    tags: [String!]!
    createdAt: String!
  }

  enum OrderState {
    pending
    paid
    shipped
    delivered
    cancelled
  }

  type Order {
    id: ID!
    userId: ID!
    state: OrderState!
    items: [Item!]!
    subtotal: Float!
    shipping: Float!
    total: Float!
    currency: String!
    createdAt: String!
  }

  type Item {
    productId: ID!
    name: String!
    unitPrice: Float!
    quantity: Int!
    total: Float!
  }

  type Cart {
    id: ID!
    items: [Item!]!
    itemCount: Int!
    coupon: Coupon
    subtotal: Float!
    discount: Float!
    total: Float!
    currency: String!
  }

  type Coupon {
    code: String!
    percent: Int!
  }
`)
