import { slugOf } from '#shared/transliterate.ts';

export type Heading = { id: string; text: string };

/**
 * Clean HTML → the same with an id on every second-level heading, and the list of them: the contents of a long text. An
 * id that stands there already is kept. `earlier`: headings of what stands before it on the page.
 */
export function withContents(html: string, earlier: readonly Heading[] = []): { html: string; contents: Heading[] } {
  const contents: Heading[] = [];
  const taken = new Set(earlier.map(({ id }) => id));
  const marked = html.replace(
    /<h2(?:\s+id="([^"]*)")?>([\s\S]*?)<\/h2>/g,
    (_, own: string | undefined, inner: string) => {
      const text = withoutEntities(inner.replace(/<[^>]+>/g, '')).trim();
      const stem = own || slugOf(text) || 'razdel';
      let id = stem;
      for (let n = 2; taken.has(id); n++) id = `${stem}-${n}`;
      taken.add(id);
      contents.push({ id, text });
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
