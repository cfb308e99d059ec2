/** The version of this program; the build writes it in. */
export const version = process.env['APITEST_VERSION'] ?? 'development'
