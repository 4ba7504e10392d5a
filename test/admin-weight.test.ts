import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { adminWeight } from './support/admin-weight.ts';

// The back office was built before the tests (test/support/global-setup.ts).
const { first, sections } = adminWeight(resolve('build/admin'));

test('the first load of the back office stays within its budget: 450 KB after gzip', () => {
  expect(first).toBeLessThanOrEqual(450_000);
  // A weight near nothing would mean that the list of files is read wrongly.
  expect(first).toBeGreaterThan(100_000);
});

test('each section adds no more than 150 KB when it is opened', () => {
  expect(Object.keys(sections)).toContain('src/orders/orders.tsx');
  for (const [source, bytes] of Object.entries(sections)) {
    expect(bytes, source).toBeLessThanOrEqual(150_000);
    expect(bytes, source).toBeGreaterThan(0);
  }
});
