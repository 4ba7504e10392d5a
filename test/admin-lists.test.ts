import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminLists } from '#shared/admin-lists.ts';

const folder = join(import.meta.dirname, '..', 'admin/src');
const files = globSync('**/*.tsx', { cwd: folder }).map((path) => ({
  path,
  text: readFileSync(join(folder, path), 'utf8'),
}));

/** A list of the back office, or a screen that puts its own name on one. */
const lists = /<(?:RecordList|WholeList|CursorList|PlainList<\w+>)\s+name=(?:"([a-z-]+)"|\{(\w+)\})/g;

/** Names that stand in a variable: what the variable may hold. */
const named: Record<string, string[]> = {
  'assortment/plain-list.tsx name': [],
  'payments/payments.tsx kind': ['payments', 'refunds', 'receipts'],
  'promo/dated-list.tsx resource': ['banners', 'credit-programs', 'wobblers'],
};

const keysIn = (text: string) => [...text.matchAll(/\bkey: '(\w+)',\s+label:/g)].map(([, key = '']) => key);

test('each list of the back office has a name of its own, by which the shop remembers the chosen columns', () => {
  const names = files.flatMap(({ path, text }) =>
    [...text.matchAll(lists)].flatMap(([, name, variable]) =>
      name ? [name] : (named[`${path} ${variable}`] ?? ['?']),
    ),
  );
  expect(names.toSorted()).toEqual(Object.keys(adminLists).toSorted());
  const unnamed = files.filter(({ path, text }) => {
    const all = text.match(/<(?:RecordList|WholeList|CursorList|PlainList)\b/g)?.length ?? 0;
    return all !== [...text.matchAll(lists)].length && !path.startsWith('parts/');
  });
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

test('no two columns of a list have the same key', () => {
  const dated = files.find(({ path }) => path === 'promo/dated-list.tsx')?.text ?? '';
  let counted = 0;
  for (const { path, text } of files) {
    const many = [...text.matchAll(lists)].length;
    if (many === 0 && !text.includes('<DatedList')) continue;
    // Of a file with several lists, each declares its own columns.
    const parts = many > 1 ? text.split(': Column<') : [text.includes('<DatedList') ? text + dated : text];
    for (const part of parts) {
      const keys = keysIn(part);
      counted += keys.length;
      expect.soft([path, keys.filter((key, at) => keys.indexOf(key) !== at)]).toEqual([path, []]);
    }
  }
  expect(counted).toBeGreaterThan(200);
});
