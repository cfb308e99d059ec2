/** Code of JavaScript, in k6 and in Node, for what placeholders such as `{{$uuid}}` make up. */
export const builtIns: Readonly<Record<string, string>> = {
  timestamp: 'Math.floor(Date.now() / 1000)',
  isoTimestamp: 'new Date().toISOString()',
  randomInt: 'Math.floor(Math.random() * 1001)',
  uuid: 'crypto.randomUUID()',
  guid: 'crypto.randomUUID()',
  randomUUID: 'crypto.randomUUID()',
  randomBoolean: '(Math.random() < 0.5)',
}
