import { expect, test } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { editsOf } from './estimate-action.ts';
import { readSentList } from './sent-list.ts';

test('[S2-26] a file that cannot be read is counted like a good one; a mistake in the form is not', async () => {
  let tries = 0;
  const count = async () => {
    tries += 1;
  };
  const withFile = (name: string, text: string) => {
    const form = new FormData();
    form.append('file', new File([text], name));
    return form;
  };
  await expect(readSentList(withFile('broken.pdf', '%PDF-1.7 nothing of the kind'), 'sender', count)).rejects.toThrow(
    Refusal,
  );
  expect(tries).toBe(1);
  await expect(readSentList(withFile('list.exe', 'MZ..'), 'sender', count)).rejects.toThrow(Refusal);
  await expect(readSentList(new FormData(), 'sender', count)).rejects.toThrow(Refusal);
  expect(tries).toBe(1);
  const refused = readSentList(withFile('list.txt', 'Цемент 50 кг'), 'sender', () =>
    Promise.reject(new Refusal('too_many')),
  );
  await expect(refused).rejects.toMatchObject({ code: 'too_many' });
});

test('[S2-26] however often a body names a line, it is settled once, and lines beyond the limit are nobody’s', () => {
  const form = new URLSearchParams('take_1=1&product_1=7&count_1=2');
  for (let time = 0; time < 50_000; time++) form.append('line', '1');
  for (const position of ['2', '301', '1e9', '-1', 'x']) form.append('line', position);
  expect(editsOf(form as unknown as FormData)).toEqual([
    { position: 1, is_taken: true, product_id: 7, count: 2, times_put: 0 },
    { position: 2, is_taken: false, product_id: null, count: null, times_put: 0 },
  ]);
});
