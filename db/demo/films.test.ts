import { expect, test } from 'vitest';
import { filmOf } from './films.ts';
import { productsOf } from './products.ts';
import { webmOf } from './webm.ts';

test('the film of a product is a WebM of its drawings, a few hundred kilobytes', async () => {
  const product = [...productsOf(300)].find(({ category }) => category === 'gipsovye-shtukaturki')!;
  const film = await filmOf(product.subject);
  expect(film.length).toBeLessThan(400_000);
  expect(film.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(film.includes('webm')).toBe(true);
  expect(film.includes('V_VP8')).toBe(true);
  // Its index leads to where its clusters stand.
  const segment = film.indexOf(Buffer.from('18538067', 'hex')) + 12;
  const clusters = [...positionsOf(film, '1f43b675')].map((at) => at - segment);
  const named = [...positionsOf(film, 'f101000000000000')].flatMap((at) => film.readUInt32BE(at + 9));
  expect(clusters.length).toBeGreaterThan(5);
  expect(named).toEqual(clusters);
});

test('a picture that is no VP8 makes no film', () => {
  expect(() => webmOf([{ at_ms: 0, webp: Buffer.alloc(64) }], { width: 1, height: 1 }, 1000)).toThrow('no VP8');
});

function* positionsOf(film: Buffer, mark: string): Generator<number> {
  const bytes = Buffer.from(mark, 'hex');
  for (let at = film.indexOf(bytes); at >= 0; at = film.indexOf(bytes, at + 1)) yield at;
}
