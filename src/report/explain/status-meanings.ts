import { type Answered, shown } from './answered.ts'

/**
 * The meanings of the statuses of HTTP (RFC 9110 and the registry of IANA); METHOD and PATH stand for those of the
 * request.
 */
const httpMeanings: Readonly<Record<number, string>> = {
  101: 'The server opened the connection that was asked for.',
  200: 'The server did what METHOD PATH asks for.',
  201: 'Something was created.',
  202: 'The request was accepted, and is carried out later.',
  203: 'A proxy changed the answer of the server.',
  204: 'It is done, and there is nothing to say: the answer has no body.',
  205: 'It is done; the form it came from is to be emptied.',
  206: 'This is the part that was asked for, not the whole.',
  207: 'There are several results; each has a status of its own in the body.',
  300: 'There are several versions to choose from.',
  301: 'It has moved for good.',
  302: 'It is elsewhere for now.',
  303: 'The result is to be read elsewhere, by GET.',
  304: 'It has not changed since the copy that the request speaks of.',
  307: 'It is elsewhere for now, for the same method.',
  308: 'It has moved for good, for the same method.',
  400: 'The server does not understand the request, or finds it wrong.',
  401: 'The server does not know who asks: credentials are missing, or it does not take them.',
  402: 'The server wants to be paid first, or a quota is used up.',
  403: 'The server refuses METHOD PATH to whoever asks here.',
  404: 'There is nothing at PATH, or nothing that this caller may know of.',
  405: 'What is at PATH does not take METHOD.',
  406: 'The server has no form of the answer that the request accepts.',
  407: 'The proxy on the way wants credentials.',
  408: 'The server gave up waiting for the rest of the request.',
  409: 'The request conflicts with how things stand there now.',
  410: 'It was there, and is gone for good.',
  411: 'The server wants to know the length of the body beforehand.',
  412: 'A condition of the request (If-Match and the like) does not hold.',
  413: 'The body is larger than the server takes.',
  414: 'The URL is longer than the server takes.',
  415: 'The server does not take bodies of this type.',
  416: 'The part that was asked for is not there.',
  417: 'The server does not do what the header Expect asks for.',
  418: 'The server is a teapot: it refuses on purpose.',
  421: 'The request reached a server that does not answer for this host.',
  422: 'The server understands the request, and finds its values wrong.',
  423: 'It is locked.',
  424: 'It failed because something failed that it depends on.',
  425: 'The server does not take it so early in a connection, as it might be a repetition.',
  426: 'The server speaks another protocol here.',
  428: 'The server wants a condition such as If-Match with this request.',
  429: 'There were more requests than the server allows in this time.',
  431: 'The headers are larger than the server takes.',
  451: 'It may not be shown for legal reasons.',
  500: 'The server failed while it handled METHOD PATH.',
  501: 'The server cannot do METHOD at all.',
  502: 'A gateway got no proper answer from the server behind it.',
  503: 'The service cannot answer now.',
  504: 'A gateway got no answer in time from the server behind it.',
  505: 'The server does not speak this version of HTTP.',
  507: 'The server has no room for it.',
  508: 'The server went in a circle.',
  511: 'The network wants a login before it lets anything through.',
  520: 'Cloudflare got an answer from the server that it does not understand.',
  521: 'Cloudflare was refused a connection by the server.',
  522: 'Cloudflare got no connection to the server in time.',
  523: 'Cloudflare found no way to the server.',
  524: 'Cloudflare got a connection to the server, and no answer in time.',
  525: 'Cloudflare and the server did not agree on TLS.',
  526: 'Cloudflare does not trust the certificate of the server.',
}

const httpClasses: Readonly<Record<number, string>> = {
  1: 'This is not the answer yet.',
  2: 'The server did what METHOD PATH asks for.',
  3: 'The answer is elsewhere.',
  4: 'The server finds the request wrong.',
  5: 'The server failed.',
}

/** The meanings of the statuses of gRPC (grpc/grpc doc/statuscodes.md). */
const namedMeanings: Readonly<Record<string, string>> = {
  OK: 'The call succeeded.',
  CANCELLED: 'The call was cancelled, most often by the caller.',
  UNKNOWN: 'The server failed and says no more: an exception that its code does not handle looks so.',
  INVALID_ARGUMENT: 'The server finds the message wrong, whatever the state of things there.',
  DEADLINE_EXCEEDED: 'The time for the call was over before it was done; it may have been done nevertheless.',
  NOT_FOUND: 'What the message names is not there.',
  ALREADY_EXISTS: 'What was to be created is there already.',
  PERMISSION_DENIED: 'The server knows who calls, and does not allow it.',
  RESOURCE_EXHAUSTED: 'A quota is used up, or a message is larger than allowed.',
  FAILED_PRECONDITION: 'Things do not stand as the call needs them; trying again alone does not help.',
  ABORTED: 'The call conflicted with another one; it may be tried again from the beginning.',
  OUT_OF_RANGE: 'The call went beyond what is there.',
  UNIMPLEMENTED: 'The server does not have this method.',
  INTERNAL: 'The server failed: something that must always hold is broken.',
  UNAVAILABLE: 'The service cannot answer now; it may be tried again.',
  DATA_LOSS: 'Data is lost or damaged.',
  UNAUTHENTICATED: 'The server does not know who calls: credentials are missing, or it does not take them.',
}

/** Explains the status for this request; undefined where there is none that says something. */
export function statusMeaning({ status, name, method, path }: Answered): string | undefined {
  if (name !== undefined) return namedMeanings[name]
  if (status === undefined) return undefined
  const words = httpMeanings[status] ?? httpClasses[Math.floor(status / 100)]
  const place = path === '' ? '/' : shown(path, 80)
  return words?.replace('METHOD', () => shown(method, 20)).replace('PATH', () => place)
}
