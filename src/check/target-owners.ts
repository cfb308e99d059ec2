/** Which actions have an answer with a target that only some have. */
export const ofAnswers: Readonly<Record<string, readonly string[]>> = {
  'close-code': ['websocket'],
  'close-reason': ['websocket'],
  'status-message': ['grpc'],
  details: ['grpc'],
  status: ['request', 'exec', 'grpc', 'websocket', 'sse'],
  trailer: ['grpc', 'request'],
}

/** Which actions have messages with a target that only some have. */
export const ofMessages: Readonly<Record<string, readonly string[]>> = {
  'close-code': ['websocket'],
  'close-reason': ['websocket'],
  event: ['sse'],
  id: ['sse'],
  header: ['collect'],
  key: ['collect'],
  offset: ['collect'],
  partition: ['collect'],
  'routing-key': ['collect'],
}

/** Whether a target is one that only messages have. */
export function isMessageTarget(name: string): boolean {
  return Object.hasOwn(ofMessages, name) && !Object.hasOwn(ofAnswers, name)
}

/** Whether the messages of an action have this target. */
export function isTargetOfMessages(name: string, action: string): boolean {
  return ofMessages[name]?.includes(action) ?? true
}
