import { afterEach, expect, test, vi } from 'vitest';
import { gotQuery } from '../admin/src/parts/got.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is read of a branch is kept apart, and read again of the same one after another was chosen', async () => {
  const asked: string[] = [];
  vi.stubGlobal('window', { location: { search: '?branch=00140' } });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ items: [] });
  });
  const [own, other, all] = ['00131', '00140', null].map((branch) => gotQuery('/api/admin/leads', branch));
  expect(new Set([own, other, all].map((query) => JSON.stringify(query?.queryKey))).size).toBe(3);
  for (const query of [own, other, all]) await query?.queryFn({});
  expect(asked).toEqual(['/api/admin/leads?branch=00131', '/api/admin/leads?branch=00140', '/api/admin/leads']);
});
