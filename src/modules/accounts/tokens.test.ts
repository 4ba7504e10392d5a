import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAccess, signAccess } from './tokens.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('an access token names its session for ten minutes, also when it was found good before', async () => {
  const session_id = randomUUID();
  const token = await signAccess(['first key'], session_id, now);
  expect(await readAccess(['first key'], token, now)).toBe(session_id);
  expect(await readAccess(['first key'], token, after(599))).toBe(session_id);
  expect(await readAccess(['first key'], token, after(600))).toBeNull();
});

test('a token that was found good under one key is nothing under another, nor is a changed one', async () => {
  const token = await signAccess(['first key'], randomUUID(), now);
  await readAccess(['first key'], token, now);
  expect(await readAccess(['second key'], token, now)).toBeNull();
  expect(await readAccess(['second key', 'first key'], token, now)).not.toBeNull();
  // Not its last email: some of that one's bits count for nothing.
  const changed = token.slice(0, -9) + (token.at(-9) === 'x' ? 'y' : 'x') + token.slice(-8);
  expect(await readAccess(['first key'], changed, now)).toBeNull();
});
