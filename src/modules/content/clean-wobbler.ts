import sanitizeHtml from 'sanitize-html';

/**
 * HTML of a wobbler (S3-08) → words with emphasis, lists and links of the shop or by https; all else, and everything
 * that runs, is gone.
 */
export function cleanWobbler(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'small', 'span', 'ul', 'ol', 'li', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'tel', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  }).trim();
}
