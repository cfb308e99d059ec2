/** One connection of undici, imported on its own: the whole package costs three times as much at start. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'

  export default Client
}
