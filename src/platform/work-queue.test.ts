import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

test('the smallest waits least, no more run at once than allowed, and who comes to a full queue is refused at once', async () => {
  const inTurn = createWorkQueue({ atOnce: 1, mostWaiting: 3, mostOfOwner: 2 });
  const done: number[] = [];
  let running = 0;
  const work = (weight: number, owner: string) =>
    inTurn(
      async () => {
        running++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(running).toBe(1);
        running--;
        done.push(weight);
      },
      { weight, owner },
    );
  const taken = [work(9, 'a'), work(5, 'a'), work(7, 'a')];
  await expect(work(1, 'a')).rejects.toMatchObject({ code: 'busy', status: 503 });
  taken.push(work(3, 'b'));
  await expect(work(1, 'c')).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(taken);
  expect(done).toEqual([9, 3, 5, 7]);
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await work(2, 'a');
  expect(done.at(-1)).toBe(2);
});
