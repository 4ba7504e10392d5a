import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { campaignOf } from './campaign.ts';
import { listLeads } from './queries.ts';
import { queueLead } from './queue-lead.ts';
import { markSent } from './send-state.ts';

const { db } = await testDatabase();
await makeBranches(db);

const callback = () => ({
  origin_id: randomUUID(),
  form: 'callback',
  title: 'Обратный звонок: Анна',
  name: 'Анна',
  department_id_1c: '00131',
});

test('[S7-24] a lead and its sending are queued in the transaction of the request, or not at all', async () => {
  const kept = callback();
  const lost = callback();
  await db
    .transaction()
    .execute((db) => queueLead(db, { ...kept, phone: '8 (921) 777-00-01', email: 'anna@zavet.example' }));
  await expect(
    db.transaction().execute(async (db) => {
      await queueLead(db, lost);
      throw new Error('the form failed later on');
    }),
  ).rejects.toThrow();
  const rows = await db.selectFrom('leads').selectAll().execute();
  expect(rows).toMatchObject([
    { origin_id: kept.origin_id, phone: '+79217770001', email: 'anna@zavet.example', state: 'waiting', attempts: 0 },
  ]);
  const jobs = await sql`select from graphile_worker.jobs where task_identifier = 'send_lead'`.execute(db);
  expect(jobs.rows).toHaveLength(1);
});

test('[S7-24] the same request queued twice is one lead', async () => {
  const lead = callback();
  await queueLead(db, lead);
  await queueLead(db, { ...lead, title: 'Ещё раз' });
  const rows = await db.selectFrom('leads').select('title').where('origin_id', '=', lead.origin_id).execute();
  expect(rows).toEqual([{ title: 'Обратный звонок: Анна' }]);
});

test('[S7-24] a lead is kept whatever a person typed: what fits no field goes among the comments, what is too long is cut', async () => {
  const lead = {
    ...callback(),
    phone: 'позвоните жене',
    email: 'нет',
    company: 'ю'.repeat(400),
    page: `/${'x'.repeat(900)}`,
  };
  await queueLead(db, { ...lead, title: '', comments: [{ name: 'Вопрос', value: 'Цена\u0000 ?\ud800' }] });
  const row = await db
    .selectFrom('leads')
    .selectAll()
    .where('origin_id', '=', lead.origin_id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    title: 'callback',
    phone: null,
    email: null,
    comments: [
      { name: 'Телефон', value: 'позвоните жене' },
      { name: 'Почта', value: 'нет' },
      { name: 'Вопрос', value: 'Цена ?\ufffd' },
    ],
  });
  expect([row.company.length, row.page.length]).toEqual([255, 500]);
});

test('[S7-24] the campaign is the landing’s cookie, else the marks of the address or of the page the form stood on', () => {
  const url = 'http://idd.localhost:3000/forms/callback/';
  const of = (cookies: Record<string, string>, address: string, referer?: string) =>
    campaignOf({ cookies }, new Request(address, referer ? { headers: { Referer: referer } } : {}))?.source ?? null;
  expect(of({ utm: 'source=yandex&medium=cpc' }, `${url}?utm_source=mail`)).toBe('yandex');
  expect(of({}, `${url}?utm_source=mail`)).toBe('mail');
  expect(of({}, url, 'http://idd.localhost:3000/lp/spring/?utm_source=vk&utm_campaign=spring')).toBe('vk');
  expect(of({}, url, 'http://elsewhere.example/?utm_source=vk')).toBe(null);
  expect(of({ utm: '%%%' }, url)).toBe(null);
});

test('[18] leads that are not in the CRM stand by the promised time, those without one after them, the sent ones last', async () => {
  await sql`delete from leads`.execute(db);
  const now = new Date('2026-11-20T09:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const wait = async (name: string, due: number | null, came: number) => {
    const origin_id = randomUUID();
    await queueLead(db, { ...callback(), origin_id, name, due_at: due === null ? null : at(due) }, at(came));
    return origin_id;
  };
  await wait('Позже', 20, -1);
  await wait('Раньше', 10, -3);
  await wait('Без срока', null, -9);
  await wait('Тоже раньше, пришла позже', 10, -2);
  await markSent(db, await wait('В CRM', 1, -4), 7, now);
  const names = async (is_waiting: boolean) => (await listLeads(db, { is_waiting, limit: 9 })).map(({ name }) => name);
  const waiting = ['Раньше', 'Тоже раньше, пришла позже', 'Позже', 'Без срока'];
  expect(await names(true)).toEqual(waiting);
  expect(await names(false)).toEqual([...waiting, 'В CRM']);
});
