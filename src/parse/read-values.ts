export { list, mapping, number, optional, property, text, texts, valueAt } from '../util/read-values.ts'
