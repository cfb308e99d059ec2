/** The mark of the playground, in the corner of the explorer; it leads back to the home page. */
export const explorerLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 40" role="img" aria-label="apitest playground">
<rect x="2" y="6" width="28" height="28" rx="7" fill="#57c7a9"/>
<path d="M10 20.5l4.4 4.4 8-10.4" fill="none" stroke="#12211c" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
<text x="42" y="26" font-family="system-ui, sans-serif" font-size="18" font-weight="600" fill="#ffffff">apitest playground</text>
</svg>`

/** The colours of the home page; the box for another document's address is of no use here. */
export const explorerStyles = `
html:not(.dark-mode) body { background: #fbfaf7; }
.swagger-ui .topbar { background: #12211c; padding: 6px 0; }
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .info { margin: 28px 0 20px; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; padding: 0 0 16px; }
.swagger-ui a.nostyle:focus-visible, .swagger-ui button:focus-visible { outline: 3px solid #0b6b57; outline-offset: 2px; }
.swagger-ui .btn.execute { background: #0b6b57; border-color: #0b6b57; }
.swagger-ui .btn.authorize { color: #0b6b57; border-color: #0b6b57; }
.swagger-ui .btn.authorize svg { fill: #0b6b57; }
`
