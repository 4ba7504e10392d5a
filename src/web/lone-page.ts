import { escapeHtml } from '#shared/html.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';

export type LonePage = {
  code: number;
  title: string;
  heading: string;
  text: string;
  /** HTML between the text and the phones. */
  more?: string;
};

/**
 * A page without the shop's header, for when no branch, or nothing of it, can be read: nothing here asks the database.
 * `phones` are the contact centre's, none while they are unknown; `stylesheets` the built ones.
 */
export function lonePage(
  { code, title, heading, text, more = '' }: LonePage,
  phones: string[],
  stylesheets: string[],
): string {
  const calls = phones.map(
    (phone) => `<a class="b num" href="${phoneHref(phone)}">${escapeHtml(formatPhone(phone))}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} — ИДД</title>${stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('')}</head>
<body><main class="wrap lone">${logo}<p class="code4" aria-hidden="true">${code}</p><h1>${escapeHtml(heading)}</h1>
<p class="nf__text">${escapeHtml(text)}</p>
${more}
${calls.length > 0 ? `<p>Контактный центр: ${calls.join(', ')}</p>` : ''}</main></body></html>`;
}

// The sheet's address is known from the build, a picture's is not: the wordmark of images/logo.svg stands here.
const logo =
  '<svg viewBox="0 0 100 36" width="100" height="36" role="img" aria-label="ИДД"><path fill="#0f5a47" d="M0 2h7v18.5L17.5 2H24v32h-7V15.5L6.5 34H0z"/><path fill="#0f5a47" fill-rule="evenodd" d="M45.2 2h6.6L61 27h3v9h-6.4v-3H39.4v3H33v-9h3zm3.3 8.6L42.6 27h11.8z"/><path fill="#b5401f" fill-rule="evenodd" d="M81.2 2h6.6L97 27h3v9h-6.4v-3H75.4v3H69v-9h3zm3.3 8.6L78.6 27h11.8z"/></svg>';
