/** A part of a written text: its heading of the second level, as written, and what stands under it. */
export type Section = { title: string; html: string };

const heading = /<h2[^>]*>([^<&]+)<\/h2>/;

/** The text before its first heading, and its parts; a text without plain headings is all lead. */
export function splitSections(html: string): { lead: string; sections: Section[] } {
  const [lead = '', ...rest] = html.split(heading);
  const sections = rest.flatMap((title, at) => (at % 2 === 0 ? [{ title, html: rest[at + 1] ?? '' }] : []));
  return { lead, sections };
}
