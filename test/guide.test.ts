import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const guide = join(root, 'docs/back-office');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every section of the menu, as `admin/src/sections.ts` has it. */
const sections = [
  ...read('admin/src/sections.ts').matchAll(/label: '([^']+)',\s+path: '\/([^']+)',[\s\S]*?import\('\.\/([^/]+)\//g),
].map(([, label = '', path = '', folder = '']) => ({ label, path, folder }));

/** Sections whose tabs have no addresses of their own. */
const withParts = ['branches', 'settings', 'requests'];

/** What a section's screens are called in its tabs. */
const tabsOf = (folder: string) =>
  globSync(`admin/src/${folder}/*.tsx`, { cwd: root }).flatMap((file) => {
    const text = read(file);
    const parts = withParts.includes(folder) && /const (?:tabs|queues)\b[^=]*= \[([\s\S]*?)\n\]/.exec(text)?.[1];
    const labels = `${file.endsWith('-tabs.tsx') ? text : ''}\n${parts || ''}`;
    return [...labels.matchAll(/label: '([^']+)'/g)].map(([, label = '']) => label);
  });

/** Headings of one page with the lines for the reader and the pictures below each. */
function partsOf(file: string) {
  const text = readFileSync(join(guide, file), 'utf8');
  return text.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n').filter((line) => line.trim() !== '');
    const isPicture = (line: string) => line.startsWith('![');
    const pictures = lines.filter(isPicture).map((line) => /\((.+)\)/.exec(line)?.[1] ?? '');
    return [{ file, heading, pictures, lines: lines.filter((line) => !isPicture(line)) }];
  });
}

const pages = Object.fromEntries(
  [...readFileSync(join(guide, 'README.md'), 'utf8').matchAll(/^\|[^|]*\| \[([^\]]+)\]\(([a-z]+\.md)\) \|/gm)].map(
    ([, label = '', file = '']) => [label, file],
  ),
);

test('every section of the menu has a page of the guide with a picture', () => {
  expect(sections.length).toBeGreaterThan(20);
  for (const { label } of sections) {
    expect.soft(Object.keys(pages), label).toContain(label);
    const parts = partsOf(pages[label] ?? 'README.md');
    expect
      .soft(
        parts.flatMap(({ pictures }) => pictures),
        label,
      )
      .not.toEqual([]);
  }
});

/** A tab of every record, described once on the guide's first page. */
const describedOnce = 'История';

test('every screen that a tab leads to is named where a picture and five lines are', () => {
  let named = 0;
  for (const { label, folder } of sections) {
    const parts = partsOf(pages[label] ?? 'README.md').filter(
      ({ pictures, lines }) => pictures[0] && lines.length >= 5,
    );
    const texts = parts.map(({ heading, lines }) => [heading, ...lines].join('\n').toLowerCase());
    for (const screen of new Set(tabsOf(folder))) {
      if (screen === describedOnce) continue;
      named += 1;
      expect
        .soft(
          texts.some((text) => text.includes(screen.toLowerCase())),
          `${label}: ${screen}`,
        )
        .toBe(true);
    }
  }
  expect(named).toBeGreaterThan(50);
});

test('every part of the guide has a picture that is there and five lines for the person who works there', () => {
  for (const file of new Set(Object.values(pages)))
    for (const { heading, pictures, lines } of partsOf(file)) {
      if (pictures.length === 0 && !heading.startsWith('## ')) continue;
      const about = `${file}: ${heading}`;
      expect.soft([about, pictures.length > 0, lines.length >= 5]).toEqual([about, true, true]);
      for (const picture of pictures) expect.soft(existsSync(join(guide, picture)), `${about}: ${picture}`).toBe(true);
    }
});
