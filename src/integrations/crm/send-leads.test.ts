import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { bitrixOf } from '#integrations/bitrix24/client.ts';
import { openPartners } from '#integrations/partners.ts';
import { sendLead } from '#jobs/send-lead.ts';
import { takeTurn } from '#modules/leads/lead-line.ts';
import { countLeads, findLead, triesOf } from '#modules/leads/queries.ts';
import { type NewLead, queueLead } from '#modules/leads/queue-lead.ts';
import { retryLeads } from '#modules/leads/retry-leads.ts';
import { forgetSentLeads, takeDueLead } from '#modules/leads/send-state.ts';
import { openLog } from '#platform/log.ts';
import { testBitrix } from '#test/support/bitrix.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext, runJobs } from '#test/support/jobs.ts';
import { makeBranches } from '#test/support/shop.ts';
import { sendLeads } from './send-leads.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const bitrix = await testBitrix();
const config = testConfig(bitrix.environment);
const crm = openPartners(db, config).crm!;
const log = openLog('silent');
const start = new Date('2026-11-21T09:00:00Z');
const minute = 60_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(start);
  await bitrix.up();
  await bitrix.moods();
  await sql`delete from leads`.execute(db);
  await sql`update crm_line set free_at = '-infinity', blocked_until = null, blocked_why = null, failures = 0`.execute(
    db,
  );
});

async function queue(more: Partial<NewLead> = {}): Promise<string> {
  const lead = {
    origin_id: randomUUID(),
    form: 'callback',
    title: 'Обратный звонок: Анна',
    department_id_1c: '00131',
    ...more,
  };
  await queueLead(db, lead);
  return lead.origin_id;
}

const send = () => sendLeads(db, crm, log);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const arrived = async (origin_id: string) =>
  (await bitrix.leads()).filter(({ fields }) => fields.ORIGIN_ID === origin_id).length;
const stateOf = async (origin_id: string) => (await findLead(db, origin_id))!;
const callsFor = async (origin_id: string) => (await triesOf(db, origin_id)).map(({ call }) => call);

/** As the worker's clock would: every minute for so long, or until everything is sent. */
async function live(minutes: number) {
  for (let i = 0; i < minutes && (await countLeads(db)).waiting > 0; i++) {
    pass(minute);
    await send();
  }
}

test('[S7-24] a lead goes out with the fixed marks, its contacts, campaign and the form’s fields; a result is success', async () => {
  const origin_id = await queue({
    title: 'Консультация: Анна',
    name: 'Анна',
    phone: '8 921 777-00-01',
    email: 'anna@zavet.example',
    company: 'ООО «Северный двор»',
    comments: [{ name: 'Вопрос', value: '<b>Сколько</b> [url=http://x.example]стоит[/url]\nи & когда?' }],
    campaign: { source: 'yandex', medium: 'cpc', campaign: 'Весна', content: '', term: 'смесь' },
    page: '/product/smes/',
  });
  await runJobs(db, url, bitrix.environment);
  const [sent] = (await bitrix.leads()).slice(-1);
  expect(sent).toMatchObject({
    fields: {
      TITLE: 'Консультация: Анна',
      NAME: 'Анна',
      COMPANY_TITLE: 'ООО «Северный двор»',
      PHONE: [{ VALUE: '+79217770001', VALUE_TYPE: 'WORK' }],
      EMAIL: [{ VALUE: 'anna@zavet.example', VALUE_TYPE: 'WORK' }],
      SOURCE_ID: 'WEB',
      SOURCE_DESCRIPTION: 'Сайт, Вологда: callback',
      STATUS_ID: 'NEW',
      OPENED: 'Y',
      ASSIGNED_BY_ID: 7,
      UTM_SOURCE: 'yandex',
      UTM_MEDIUM: 'cpc',
      UTM_CAMPAIGN: 'Весна',
      UTM_TERM: 'смесь',
      ORIGINATOR_ID: 'idd',
      ORIGIN_ID: origin_id,
    },
    params: { REGISTER_SONET_EVENT: 'Y' },
  });
  expect(sent!.fields.COMMENTS).toBe(
    'Вопрос: &lt;b&gt;Сколько&lt;/b&gt; &#91;url=http://x.example&#93;стоит&#91;/url&#93;<br>и &amp; когда?<br>Филиал: Вологда<br>Страница: /product/smes/<br>Отправлено: 21.11.2026 12:00 (МСК)',
  );
  expect(await stateOf(origin_id)).toMatchObject({ state: 'sent', crm_id: Number(sent!.ID), failure: null });
  const [call] = (await bitrix.log()).slice(-1);
  expect(call).toMatchObject({ method: 'crm.lead.add', type: 'application/json' });
});

test('[S7-24] somebody else may be named as responsible', async () => {
  const named = bitrixOf(testConfig({ ...bitrix.environment, BITRIX24_ASSIGNED_BY_ID: '12' }));
  expect(named).toMatchObject({ assigned_by_id: 12 });
});

test('[S7-24] without a webhook leads wait and are counted, and go out when there is one', async () => {
  const origin_id = await queue();
  await runJobs(db, url);
  expect(await stateOf(origin_id)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(await countLeads(db)).toMatchObject({ waiting: 1 });
  await sendLead({}, { ...(await jobContext(db, config)), log }, {} as never);
  expect(await stateOf(origin_id)).toMatchObject({ state: 'sent' });
});

test('[S7-24] the CRM is down for an hour, then up: every lead arrives exactly once, and it was asked seldom meanwhile', async () => {
  await bitrix.down();
  const ids = [await queue(), await queue(), await queue()];
  await send();
  await live(30);
  ids.push(await queue(), await queue());
  await live(30);
  const during = await db.selectFrom('leads').select(['state', 'attempts']).execute();
  expect(during.every(({ state }) => state === 'waiting')).toBe(true);
  expect(await countLeads(db)).toMatchObject({ waiting: 5, stuck: 5, failure: 'нет связи (ECONNREFUSED)' });
  const tries = during.reduce((sum, { attempts }) => sum + attempts, 0);
  expect(tries).toBeLessThan(20);

  await bitrix.up();
  await live(11);
  expect(await countLeads(db)).toMatchObject({ waiting: 0, stuck: 0 });
  for (const id of ids) expect([id, await arrived(id)]).toEqual([id, 1]);
});

test.each([
  ['answers nothing but has made it', 'hang'],
  ['breaks off after making it', 'lose'],
  ['makes it behind a gateway that fails', 'garble'],
])('[S7-24] a CRM that %s: the lead is looked up by its ORIGIN_ID and not added again', async (_words, mood) => {
  const origin_id = await queue();
  await bitrix.moods(mood);
  await send();
  expect(await stateOf(origin_id)).toMatchObject({ state: 'waiting', open_tries: 1 });
  await live(3);
  expect(await stateOf(origin_id)).toMatchObject({ state: 'sent' });
  expect(await callsFor(origin_id)).toEqual(['crm.lead.add', 'crm.lead.list']);
  expect(await arrived(origin_id)).toBe(1);
});

test.each([
  ['a timeout without a lead', 'mute'],
  ['an inner error', 'fail'],
])('[S7-24] after %s the lead is looked up, not found and added', async (_words, mood) => {
  const origin_id = await queue();
  await bitrix.moods(mood);
  await send();
  await live(3);
  expect(await callsFor(origin_id)).toEqual(['crm.lead.add', 'crm.lead.list', 'crm.lead.add']);
  expect(await arrived(origin_id)).toBe(1);
});

test('[S7-24] a worker that died a moment ago may still have a call on the road: nothing is added before that is over', async () => {
  const origin_id = await queue();
  await takeDueLead(db);
  pass(30_000);
  await db.transaction().execute((db) => retryLeads(db, origin_id));
  await send();
  expect(await callsFor(origin_id)).toEqual([]);
  // Looked up too early, as another clock might: not there, and not added either.
  await sql`update leads set next_try_at = ${new Date()}`.execute(db);
  await send();
  expect(await callsFor(origin_id)).toEqual(['crm.lead.list']);
  pass(61_000);
  await send();
  expect(await callsFor(origin_id)).toEqual(['crm.lead.list', 'crm.lead.list', 'crm.lead.add']);
  expect(await arrived(origin_id)).toBe(1);
});

test('[S7-24] QUERY_LIMIT_EXCEEDED pauses all leads for a while', async () => {
  const ids = [await queue(), await queue()];
  await bitrix.moods('limit');
  const before = (await bitrix.log()).length;
  await send();
  await send();
  expect((await bitrix.log()).length - before).toBe(1);
  pass(11_000);
  await send();
  for (const id of ids) expect(await arrived(id)).toBe(1);
  expect((await bitrix.log()).length - before).toBe(3);
});

test('[S7-24] OPERATION_TIME_LIMIT is respected until operating_reset_at', async () => {
  const origin_id = await queue();
  await bitrix.resetAt(new Date(start.getTime() + 7 * minute));
  await bitrix.moods('budget');
  await send();
  pass(6 * minute);
  await send();
  expect(await arrived(origin_id)).toBe(0);
  pass(minute + 1_000);
  await send();
  expect(await arrived(origin_id)).toBe(1);
});

test.each(['rights', 'denied'])(
  '[S7-24] an error of rights (%s) is not hammered: kept, said, tried hourly or by command',
  async (mood) => {
    const ids = [await queue(), await queue()];
    const before = (await bitrix.log()).length;
    await bitrix.moods(mood, mood);
    await send();
    await live(59);
    expect((await bitrix.log()).length - before).toBe(1);
    expect(await countLeads(db)).toMatchObject({
      waiting: 2,
      stuck: 2,
      failure: expect.stringMatching(/^ответ 40[13]/),
    });
    await live(2);
    expect((await bitrix.log()).length - before).toBe(2);
    await db.transaction().execute((db) => retryLeads(db, null));
    await send();
    for (const id of ids) expect(await arrived(id)).toBe(1);
  },
);

test('[S7-24] a lead the CRM does not take holds up no other', async () => {
  const strange = await queue();
  const good = await queue();
  await bitrix.moods('strange');
  await send();
  expect(await stateOf(strange)).toMatchObject({
    state: 'refused',
    failure: 'ответ 400 ERROR_CORE Поле заполнено неверно',
  });
  expect(await stateOf(good)).toMatchObject({ state: 'sent' });
  await live(60);
  expect(await arrived(strange)).toBe(1);
});

test('[S7-24] at any mixture of troubles each lead arrives once', async () => {
  const kinds = ['ok', 'limit', 'fail', 'mute', 'hang', 'lose', 'garble', 'overload', 'rights'];
  let seed = 20_261_121;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const ids = await Promise.all([1, 2, 3, 4].map(() => queue()));
  await bitrix.moods(...Array.from({ length: 24 }, () => kinds[Math.floor(random() * kinds.length)]!));
  for (let i = 0; i < 200 && (await countLeads(db)).waiting > 0; i++) {
    pass(10 * minute);
    // Two workers at once.
    await Promise.all([send(), send()]);
  }
  for (const id of ids) expect([id, await arrived(id)]).toEqual([id, 1]);
});

test('[S7-24] at most two calls a second, whoever makes them', async () => {
  const now = new Date();
  const waits = await Promise.all(Array.from({ length: 8 }, () => takeTurn(db, now)));
  expect(waits.sort((a, b) => a - b)).toEqual([0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500]);
});

test('[S7-24] the webhook’s secret is in no row, whatever the portal says', async () => {
  const origin_id = await queue();
  await bitrix.moods('rights');
  await send();
  expect((await triesOf(db, origin_id))[0]!.answer).toContain('Wrong authorization data ***');
  const kept = await sql`select to_jsonb(l) as lead, (select jsonb_agg(to_jsonb(t)) from lead_tries t) as tries,
    (select jsonb_agg(to_jsonb(c)) from crm_line c) as line from leads l`.execute(db);
  expect(JSON.stringify(kept.rows)).not.toContain('t0psecret');
});

test('[S7-24] leads the CRM has are forgotten after half a year, waiting ones never', async () => {
  const sent = await queue();
  await send();
  const waiting = await queue();
  pass(181 * 24 * 60 * minute);
  await forgetSentLeads(db);
  expect(await findLead(db, sent)).toBe(null);
  expect(await findLead(db, waiting)).not.toBe(null);
});
