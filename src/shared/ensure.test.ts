import { expect, test } from 'vitest';
import { ensure } from './ensure.ts';

test('a value comes back as it is, an empty one too; a missing one stops the work', () => {
  expect([ensure(0), ensure(''), ensure(false)]).toEqual([0, '', false]);
  expect(() => ensure(undefined)).toThrow('missing');
  expect(() => ensure(null)).toThrow('missing');
});
