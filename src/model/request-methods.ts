/** The methods a step may use, in capitals (docs/suite-language.md, Requests). */
export const requestMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
