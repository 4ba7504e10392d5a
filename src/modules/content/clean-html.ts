import sanitizeHtml from 'sanitize-html';

/** HTML written by the shop's people → the same without scripts, styles and foreign frames. A text without tags becomes paragraphs. */
export function cleanHtml(html: string): string {
  if (!html) return '';
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
