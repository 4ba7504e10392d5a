import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { findLead } from '#modules/leads/queries.ts';
import { queueLead } from '#modules/leads/queue-lead.ts';
import { testBitrix } from '#test/support/bitrix.ts';
import { testDatabase } from '#test/support/database.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const bitrix = await testBitrix();
const workers = new Set<ChildProcess>();
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL');
});

/** A worker process of its own on this database; its patience with the CRM is longer than the test. */
function startWorker(): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const environment = { ...bitrix.environment, BITRIX24_TIMEOUT_MS: '60000' };
  const worker = spawn(process.execPath, ['src/worker.ts'], {
    env: { PATH, HOME, DATABASE_URL: url, LOG_LEVEL: 'silent', MAIN_DOMAIN: 'shop.example', ...environment },
    stdio: 'ignore',
  });
  workers.add(worker);
  return worker;
}

async function kill(worker: ChildProcess) {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  workers.delete(worker);
}

async function queue(): Promise<string> {
  const origin_id = randomUUID();
  await db
    .transaction()
    .execute((db) =>
      queueLead(db, { origin_id, form: 'callback', title: 'Обратный звонок', department_id_1c: '00131' }),
    );
  return origin_id;
}

const added = async (origin_id: string) =>
  (await bitrix.log()).filter(({ method, body }) => method === 'crm.lead.add' && body.fields.ORIGIN_ID === origin_id);
const arrived = async (origin_id: string) =>
  (await bitrix.leads()).filter(({ fields }) => fields.ORIGIN_ID === origin_id);

/** Two minutes later, told to the rows instead of to the clock of another process. */
async function laterOn() {
  await sql`update leads set tried_at = tried_at - interval '2 minutes', next_try_at = next_try_at - interval '2 minutes'
    where state <> 'sent'`.execute(db);
  await sql`select graphile_worker.add_job('send_lead')`.execute(db);
}

test('[S7-24] kill -9 of the worker while it sends: the lead arrives exactly once, whether the CRM had made it or not', async () => {
  // The CRM has made the lead, and the worker dies before it hears so.
  const made = await queue();
  await bitrix.moods('hang');
  const first = startWorker();
  await waitFor(async () => (await arrived(made)).length === 1);
  await kill(first);
  expect(await findLead(db, made)).toMatchObject({ state: 'waiting', open_tries: 1, crm_id: null });

  // The next worker finds it there; then it dies itself, and the CRM has made nothing of its lead.
  await laterOn();
  const second = startWorker();
  await waitFor(async () => (await findLead(db, made))?.state === 'sent');
  await bitrix.moods('mute');
  const lost = await queue();
  await waitFor(async () => (await added(lost)).length === 1);
  await kill(second);

  await laterOn();
  const third = startWorker();
  await waitFor(async () => (await findLead(db, lost))?.state === 'sent');
  for (const id of [made, lost]) expect(await arrived(id)).toHaveLength(1);
  expect(await added(made)).toHaveLength(1);
  expect(await added(lost)).toHaveLength(2);
  await kill(third);
});
