import sanitizeHtml from 'sanitize-html';
import { memoize } from '#platform/cache.ts';
import { imageBase } from '#shared/image-url.ts';
import { unbrokenHtml } from '#shared/unbroken-html.ts';

/**
 * Texts already cleaned: the same few stand on thousands of pages, and cleaning one costs as much as drawing ten cards.
 */
const cleaned = memoize({ name: 'clean_html', max: 500 }, clean);

/**
 * HTML written by the shop's people → the same without scripts, styles and foreign frames, its words set (`unbroken`).
 * A text without tags becomes paragraphs.
 */
export function cleanHtml(html: string): string {
  return html && cleaned(html);
}

function clean(html: string): string {
  const marked = /<[a-z]/i.test(html)
    ? html
    : html
        .split(/\n\s*\n/)
        .map((part) => `<p>${part}</p>`)
        .join('');
  const safe = sanitizeHtml(marked, {
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
      'img',
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      img: ['src', 'alt', 'width', 'height'],
      '*': ['id'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // Pictures of the shop alone: one of another host would tell it who reads the page.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
  });
  return unbrokenHtml(safe).replace(rangeOrTag, (_, tag: string | undefined, from: string) => tag ?? `${from}–\u2060`);
}

/** A range of numbers, «7–10»: no line ends in its dash. */
const rangeOrTag = /(<[^>]*>)|(\d)–(?=\d)/g;

/** As `imageUrl` writes the address of a picture that was sent in the back office. */
const ownPicture = new RegExp(`^${imageBase}/f_webp&q_\\d+&w_\\d+/(uploads/[0-9a-f]{2}/[0-9a-f]+\\.webp)$`);

/** Paths under the files folder of the pictures in clean HTML. */
export function storedPictures(html: string): string[] {
  return [...html.matchAll(/<img [^>]*?src="([^"]*)"/g)].flatMap(
    ([, src = '']) => ownPicture.exec(src.replaceAll('&amp;', '&'))?.[1] ?? [],
  );
}
