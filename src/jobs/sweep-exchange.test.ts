import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { readStaffJob } from '#integrations/onec/staff-jobs/read.ts';
import { ensure } from '#shared/ensure.ts';
import { catalog, commerceml, good, mainGroup, productOf } from '#test/support/commerceml.ts';
import { jobContext } from '#test/support/jobs.ts';
import { exchangeAll, onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { taskList } from './tasks.ts';

const { db, base, app, worker } = await exchangingShop();
const context = await jobContext(db);
const sweep = () => ensure(taskList(context, ['sweep_exchange']).sweep_exchange)({}, { job: { id: '1' } } as never);

/** As if the worker had been killed as often as jobs are tried. */
const loseJobs = () =>
  sql`select graphile_worker.permanently_fail_jobs(array_agg(id), 'killed') from graphile_worker.jobs`.execute(db);

test('what 1C has sent and staff have asked for is taken though the worker was killed at each try', async () => {
  const client = onec(app, base, products.ut11);
  await client.signIn();
  await client.init();
  await worker.pause();
  await client.sendFile(
    'import.xml',
    Buffer.from(commerceml(mainGroup + catalog([good('late', 'Поздний')]))),
    1_000_000,
  );
  expect((await client.ask('import', { filename: 'import.xml' })).first).toBe('progress');
  const author = { staff_user_id: null, session_id: null, address: null, request_id: null, permission: null };
  const job = await askStaffJob(db, 'rollback', { package_id: 999_999 }, { ...author, who: 'Мария', verb: 'POST' });
  await loseJobs();
  await worker.go();
  // What had a heartbeat a moment ago is perhaps being worked on.
  await sweep();
  expect((await readStaffJob(db, job))?.state).toBe('waiting');
  expect(await productOf(db, 'late')).toBeUndefined();
  await sql`update onec_packages set heartbeat_at = heartbeat_at - interval '3 minutes'`.execute(db);
  await sql`update onec_staff_jobs set created_at = created_at - interval '3 minutes'`.execute(db);
  await sweep();
  await expect.poll(async () => (await productOf(db, 'late'))?.name, { timeout: 30_000 }).toBe('Поздний');
  await expect.poll(async () => (await readStaffJob(db, job))?.state, { timeout: 30_000 }).toBe('refused');
});

test('an import whose process or connection dies begins again by itself', async () => {
  const ids = Array.from({ length: 800 }, (_, n) => `k${n}`);
  let kills = 0;
  const killer = setInterval(async () => {
    if (kills > 0) return;
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'idd-shop 1C' and datname = current_database() and state = 'active'`.execute(db);
    if (rows.length > 0) kills += 1;
  }, 20);
  const { failed } = await exchangeAll(app, base, ids).finally(() => clearInterval(killer));
  expect([failed, kills > 0]).toEqual([null, true]);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from products p join prices s on s.product_id = p.id
    where p.id_1c like 'k%' and p.switched_off_at is null and s.price = 10000`.execute(db);
  expect(rows[0]?.count).toBe(ids.length);
});
