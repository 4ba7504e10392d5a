import sanitizeHtml from 'sanitize-html';

/** Texts already cleaned: the same few stand on thousands of pages, and cleaning one costs as much as drawing ten cards. */
const cleaned = new Map<string, string>();
const mostCleaned = 500;

/** HTML written by the shop's people → the same without scripts, styles and foreign frames. A text without tags becomes paragraphs. */
export function cleanHtml(html: string): string {
  if (!html) return '';
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const made = clean(html);
  if (cleaned.size >= mostCleaned) cleaned.clear();
  cleaned.set(html, made);
  return made;
}

function clean(html: string): string {
  const marked = /<[a-z]/i.test(html)
    ? html
    : html
        .split(/\n\s*\n/)
        .map((part) => `<p>${part}</p>`)
        .join('');
  return sanitizeHtml(marked, {
    allowedTags: [
      'h2',
      'h3',
      'h4',
      'p',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'a',
      'b',
      'strong',
      'i',
      'em',
      'br',
      'hr',
      'blockquote',
      'table',
      'caption',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'span',
      'div',
      'section',
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      '*': ['id'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  });
}
