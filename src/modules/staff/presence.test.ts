import { expect, test } from 'vitest';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { notePresence } from './presence.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-27T09:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test('[17] whoever opens a record sees who else has it open, until those leave or fall silent', async () => {
  const [inna, petr] = [
    await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' }),
    await makeStaff(db, ['content'], { full_name: 'Пётр Кладов' }),
  ];
  const [hers, his, herOther] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const open = async (tab: string, { id }: { id: string }, path: string, seconds: number) =>
    (await notePresence(db, { tab, staff_user_id: id, path }, after(seconds))).others;
  expect(await open(hers, inna, '/catalogue/7', 0)).toEqual([]);
  expect(await open(herOther, inna, '/catalogue/7', 1), 'one is no company to oneself').toEqual([]);
  expect(await open(his, petr, '/catalogue/7', 2)).toEqual(['Инна Осипова']);
  expect(await open(hers, inna, '/catalogue/7', 15)).toEqual(['Пётр Кладов']);
  expect(await open(his, petr, '/catalogue/8', 17)).toEqual([]);
  expect(await open(hers, inna, '/catalogue/7', 30)).toEqual([]);
  expect(await open(his, petr, '/catalogue/7', 76), 'silent for longer than 45 s').toEqual([]);
  await open(hers, inna, '/catalogue/7', 80);
  expect(await open(his, petr, '/catalogue/7', 81)).toEqual(['Инна Осипова']);
  const leaves = (path: string) =>
    notePresence(db, { tab: his, staff_user_id: petr.id, path, leaves: true }, after(82));
  await leaves('/catalogue/8');
  expect(await open(hers, inna, '/catalogue/7', 83), 'leaving another record comes late').toEqual(['Пётр Кладов']);
  await leaves('/catalogue/7');
  expect(await open(hers, inna, '/catalogue/7', 84)).toEqual([]);
  await open(his, petr, '/catalogue/7', 1_000);
  expect(await db.selectFrom('staff_presence').select('tab').execute()).toEqual([{ tab: his }]);
});

test('[18] whoever has begun an answer is named to the others until it is sent or cleared', async () => {
  const [inna, petr] = [
    await makeStaff(db, ['support'], { full_name: 'Инна Осипова' }),
    await makeStaff(db, ['support'], { full_name: 'Пётр Кладов' }),
  ];
  const [hers, his, path] = [crypto.randomUUID(), crypto.randomUUID(), '/requests/tickets/7'];
  const at = (tab: string, { id }: { id: string }, is_writing: boolean, seconds: number) =>
    notePresence(db, { tab, staff_user_id: id, path, is_writing }, after(seconds));
  await at(hers, inna, false, 0);
  expect(await at(his, petr, false, 1)).toEqual({ others: ['Инна Осипова'], writing: [] });
  expect(await at(hers, inna, true, 2)).toEqual({ others: ['Пётр Кладов'], writing: [] });
  expect(await at(his, petr, true, 3)).toEqual({ others: ['Инна Осипова'], writing: ['Инна Осипова'] });
  await at(hers, inna, false, 4);
  expect(await at(his, petr, true, 5)).toEqual({ others: ['Инна Осипова'], writing: [] });
  const next = { tab: hers, staff_user_id: inna.id, path: '/requests/tickets/8', is_writing: true };
  await notePresence(db, next, after(6));
  expect(await at(his, petr, true, 7), 'she writes elsewhere').toEqual({ others: [], writing: [] });
});
