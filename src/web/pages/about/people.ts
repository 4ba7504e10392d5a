/** Whoever answers for something in the shop. */
export type Person = { name: string; initials: string; role: string; duty: string };

/** What a written list of people looks like: «<b>Имя Фамилия</b> Роль: что делает» in every item. */
const list = /<h2[^>]*>([^<&]+)<\/h2>\s*<ul>\s*((?:<li><b>[^<&]+<\/b>[^<&]+<\/li>\s*)+)<\/ul>/;
const item = /<li><b>([^<&]+)<\/b>([^<&]+)<\/li>/g;

/** The text without its list of people, and the list; a text written otherwise stays whole. */
export function splitPeople(html: string): { html: string; people: { title: string; list: Person[] } | null } {
  const [found, title = '', items = ''] = list.exec(html) ?? [];
  if (found === undefined) return { html, people: null };
  return {
    html: html.replace(found, ''),
    people: { title, list: [...items.matchAll(item)].map(([, name = '', words = '']) => personOf(name, words)) },
  };
}

function personOf(name: string, words: string): Person {
  const [role = '', ...duty] = words.trim().split(': ');
  return {
    name: name.trim(),
    initials: name
      .trim()
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => word.charAt(0))
      .join(''),
    role,
    duty: duty.join(': '),
  };
}
