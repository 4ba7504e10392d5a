import { expect, test } from 'vitest';
import { readForm } from './read-form.server.ts';

const form = new FormData();
form.append('text', 'Цемент М500');

/** Five forms of one sender at once: what became of each. */
async function five(headers: Record<string, string>): Promise<string[]> {
  const sent = Array.from({ length: 5 }, () =>
    readForm(new Request('http://idd.localhost/', { method: 'POST', body: form, headers }), 'one'),
  );
  return (await Promise.allSettled(sent)).map((one) => (one.status === 'fulfilled' ? 'read' : one.reason.code));
}

test('forms of which nobody knows that they are small wait in the queue: those sent in chunks, without a length, too', async () => {
  expect(await five({ 'content-length': '300' })).toEqual(Array(5).fill('read'));
  const waiting = [...Array(4).fill('read'), 'busy'];
  expect(await five({ 'content-length': '3000000' })).toEqual(waiting);
  expect(await five({})).toEqual(waiting);
});
