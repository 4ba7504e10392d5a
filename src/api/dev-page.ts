import { escapeHtml } from '#shared/html.ts';

/**
 * A page of demonstration mode: markup of its own, cached by nobody, read by no robot, without scripts. `formAction`:
 * where its forms may be sent and lead, as sources of the Content-Security-Policy.
 */
// biome-ignore lint/suspicious/noExplicitAny: a reply of any route
export function sendDevPage(reply: any, html: string, formAction = "'none'") {
  return reply
    .type('text/html; charset=utf-8')
    .header('X-Robots-Tag', 'noindex')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
    )
    .send(html);
}

/** `body`: HTML, texts in it escaped already. */
export function devPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{font:16px/24px sans-serif;max-width:960px;margin:24px auto;padding:0 16px;color:#1d2420}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:8px;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}pre{white-space:pre-wrap;font:inherit;background:#f6f3ec;padding:16px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dd{margin:0}a{color:#1f5a43}h1{line-height:1.2}button{font:inherit;min-height:44px;padding:8px 16px}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}</body></html>
`;
}
