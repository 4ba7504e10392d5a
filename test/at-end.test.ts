import { expect, test } from 'vitest';
import { atEnd, endAll } from '#test/support/at-end.ts';

test('what a test starts ends after the file, the last first, whatever one of them throws', async () => {
  const ended: string[] = [];
  atEnd(() => ended.push('database'));
  atEnd(() => Promise.reject(new Error('still at work')));
  atEnd(async () => ended.push('application'));
  await expect(endAll()).rejects.toThrow('Not everything');
  expect(ended).toEqual(['application', 'database']);
});
