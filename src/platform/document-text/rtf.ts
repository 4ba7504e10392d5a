import iconv from 'iconv-lite';

/** Groups that hold no text of the document. */
const silent = new Set(
  'fonttbl colortbl stylesheet info pict object header footer headerl headerr headerf footerl footerr footerf footnote annotation listtable listoverridetable rsidtbl generator themedata datastore latentstyles xmlnstbl fldinst'.split(
    ' ',
  ),
);
const breaks: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  cell: '\t',
  tab: '\t',
};
const signs: Record<string, string> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
};

type Group = { isSilent: boolean; skip: number };

/**
 * The text of RTF (specification 1.9.1): its code page, \u with the characters it replaces, rows of tables as lines.
 * Throws on another file.
 */
export function parseRtf(bytes: Buffer): string {
  const source = bytes.toString('latin1');
  if (!source.startsWith('{\\rtf')) throw new Error('Это не RTF');
  const codePage = /\\ansicpg(\d{3,5})/.exec(source)?.[1] ?? '1251';
  const encoding = iconv.encodingExists(`cp${codePage}`) ? `cp${codePage}` : 'win1251';
  const token = /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]+)(-?\d+)? ?|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g;
  let text = '';
  let pending: number[] = [];
  let group: Group = { isSilent: false, skip: 1 };
  const outer: Group[] = [];
  /** Characters still to be passed over after \u. */
  let replaced = 0;
  const flush = () => {
    if (pending.length > 0) text += iconv.decode(Buffer.from(pending), encoding);
    pending = [];
  };
  for (const [, hex, word, number, sign, brace, plain] of source.matchAll(token)) {
    if (hex) {
      if (replaced > 0) replaced--;
      else if (!group.isSilent) pending.push(Number.parseInt(hex, 16));
      continue;
    }
    flush();
    if (brace === '{') {
      outer.push({ ...group });
      replaced = 0;
    } else if (brace === '}') {
      group = outer.pop() ?? { isSilent: false, skip: 1 };
      replaced = 0;
    } else if (sign === '*') {
      group.isSilent = true;
    } else if (sign) {
      const written = sign === '~' ? '\u00a0' : sign === '_' ? '-' : /[\\{}]/.test(sign) ? sign : '';
      if (!group.isSilent) text += written;
    } else if (word) {
      if (silent.has(word)) group.isSilent = true;
      else if (word === 'uc') group.skip = Number(number ?? 1);
      else if (word === 'u' && number) {
        if (!group.isSilent) text += String.fromCharCode(Number(number) & 0xffff);
        replaced = group.skip;
      } else if (!group.isSilent) text += breaks[word] ?? signs[word] ?? '';
    } else if (plain) {
      const kept = plain.slice(replaced);
      replaced = Math.max(0, replaced - plain.length);
      if (!group.isSilent) text += kept;
    }
  }
  flush();
  return text;
}
