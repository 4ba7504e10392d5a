import sanitizeHtml from 'sanitize-html';
import { memoize } from '#platform/cache.ts';

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'sub',
      'sup',
      'ul',
      'ol',
      'li',
      'h2',
      'h3',
      'h4',
      'blockquote',
      'hr',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption', 'dl', 'dt', 'dd', 'div', 'span'],
  ],
  // No attributes but these: no handlers, styles, links or pictures from elsewhere.
  allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  transformTags: { h1: 'h2', font: 'span', center: 'div' },
  enforceHtmlBoundary: true,
};

/**
 * Cleaning takes a millisecond for two thousand letters, a fifth of drawing the product's page: what was read lately is
 * known.
 */
const cleaned = memoize({ name: 'clean_descriptions', max: 500 }, clean);
/** Longer texts are rare and not worth their room. */
const longestCleaned = 10_000;

/**
 * 1C's HTML of a product → what may be shown as it is. Done when it is written and once more when it is read: whatever
 * got into the table another way runs nowhere.
 */
export function cleanDescription(html: string): string {
  return html.length > longestCleaned ? clean(html) : cleaned(html);
}

function clean(html: string): string {
  return sanitizeHtml(html, allowed).trim();
}
