/** The keys of the setting `tls` that name files. */
export const tlsFiles: readonly string[] = ['ca', 'crl', 'certificate', 'key', 'pfx']
