import { slugOf } from '#shared/transliterate.ts';

export type Heading = { id: string; text: string };

/**
 * Clean HTML → the same with an id on every second-level heading, and the list of them: the contents of a long text.
 */
export function withContents(html: string): { html: string; contents: Heading[] } {
  const contents: Heading[] = [];
  const marked = html.replace(
    /<h2(?:\s+id="([^"]*)")?>([\s\S]*?)<\/h2>/g,
    (_, own: string | undefined, inner: string) => {
      const text = inner.replace(/<[^>]+>/g, '').trim();
      const stem = own || slugOf(text) || 'razdel';
      const taken = contents.filter(({ id }) => id === stem || id.startsWith(`${stem}-`)).length;
      const id = taken === 0 ? stem : `${stem}-${taken + 1}`;
      contents.push({ id, text: withoutEntities(text) });
      return `<h2 id="${id}">${inner}</h2>`;
    },
  );
  return { html: marked, contents };
}

/** Text of clean HTML without its tags → the same as it is read. */
export function withoutEntities(text: string): string {
  return text
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
