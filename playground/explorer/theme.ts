export const explorerLogo = ''
export const explorerStyles = ''
