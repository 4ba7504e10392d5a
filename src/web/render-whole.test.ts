import { createElement, lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderWhole } from './render-whole.ts';

const page = (...parts: Parameters<typeof createElement>[2][]) =>
  createElement('html', null, createElement('body', null, ...parts));
const broken = () => {
  throw new Error('no price');
};
const nobody = () => expect.unreachable();

test('a document comes whole, with what it had to wait for in its place and no script that moves it there', async () => {
  const text = 'слово '.repeat(5_000);
  const late = lazy(async () => ({ default: () => createElement('p', null, text) }));
  const html = await renderWhole(page(createElement(Suspense, { fallback: 'ждём' }, createElement(late))), nobody);
  expect(html.toString()).toBe(`<!DOCTYPE html><html><head></head><body><!--$--><p>${text}</p><!--/$--></body></html>`);
});

test('what fails outside every boundary fails the document, what fails inside one is reported and leaves its fallback', async () => {
  await expect(renderWhole(page(createElement(broken)), nobody)).rejects.toThrow('no price');
  const failures: unknown[] = [];
  const html = await renderWhole(page(createElement(Suspense, { fallback: 'позже' }, createElement(broken))), (error) =>
    failures.push(error),
  );
  expect(html.toString()).toContain('позже');
  expect(failures).toEqual([new Error('no price')]);
});
