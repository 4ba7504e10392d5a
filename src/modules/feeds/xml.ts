// Everything XML 1.0 does not allow in a document, lone halves of surrogate pairs among it.
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** The text without what XML forbids: control characters, halves of surrogate pairs. */
export function withoutIllegal(text: string): string {
  return text.replace(illegal, '');
}

/**
 * Text of an element or attribute: the five entities, and nothing that XML forbids. Names come from 1C and may hold
 * anything.
 */
export function xmlText(text: string): string {
  return withoutIllegal(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** `<name a="1">text</name>`; attributes that are null or undefined are left out. */
export function element(
  name: string,
  text: string | number,
  attributes: Record<string, string | number | null | undefined> = {},
): string {
  return `<${name}${attributesText(attributes)}>${xmlText(String(text))}</${name}>`;
}

/** ` name="value"` for each; null and undefined are left out. */
export function attributesText(attributes: Record<string, string | number | null | undefined>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');
}
