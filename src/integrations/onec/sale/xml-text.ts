import iconv from 'iconv-lite';

type Attributes = Record<string, string>;

/** `<name>text</name>`; the text is escaped. */
export function element(name: string, text: string | number, attributes: Attributes = {}): string {
  return `<${name}${attributesOf(attributes)}>${escapeXml(String(text))}</${name}>`;
}

/** `<name>…</name>` around finished parts; '' when there are none, as the schemas want no empty lists. */
export function group(name: string, parts: readonly string[], attributes: Attributes = {}): string {
  const content = parts.join('');
  return content === '' ? '' : `<${name}${attributesOf(attributes)}>${content}</${name}>`;
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
}

/** Signs that XML 1.0 cannot hold in any spelling, lone halves of a pair among them. */
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text as it stands between tags or in an attribute. What XML cannot hold is left out. */
function escapeXml(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"\r]/g, (sign) => escapes[sign] ?? sign);
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const signs1251: ReadonlySet<string> = new Set(iconv.decode(everyByte, 'windows-1251').replaceAll('\ufffd', ''));

/** XML whose every sign windows-1251 has: the others (an emoji, ²) become character references. */
export function within1251(xml: string): string {
  return xml.replace(/[^\p{ASCII}А-Яа-яЁё]/gu, (sign) => (signs1251.has(sign) ? sign : `&#${sign.codePointAt(0)};`));
}

/** So many characters at most, as the schemas count them; what is cut shows it. */
export function shortened(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}
