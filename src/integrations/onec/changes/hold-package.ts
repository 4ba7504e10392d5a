import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { ensure } from '#shared/ensure.ts';
import { type Connection, openConnection } from '../connection.ts';
import { FileRefusal } from '../file-refusal.ts';
import type { ImportSummary } from '../summary.ts';
import type { PackageChanges } from './compare.ts';
import { refuseHeld } from './decide.ts';
import { type Finding, findingWords } from './guards.ts';
import { heldEmail } from './held-email.ts';
import { copyJournal } from './journal.ts';

/** A package that was compared with the shop. */
export type Compared = { package_id: number; started: Date; changes: PackageChanges; summary: ImportSummary };

/** Ends the import: whatever it wrote is rolled back, what it would have changed is kept. */
export class HeldBack extends Error {
  readonly summary: ImportSummary;

  constructor(summary: ImportSummary) {
    super(summary.reason ?? summary.result);
    this.summary = summary;
  }
}

/**
 * The package waits for the owner, who is written of it; an earlier one of the node waits no longer, for 1C was told of
 * both that they were not taken and sends all of it again. Always throws HeldBack.
 */
export async function holdPackage(
  client: Connection,
  url: string,
  { package_id, node_id, findings, ...compared }: Compared & { node_id: number; findings: Finding[] },
): Promise<never> {
  const reason = `ждёт решения в магазине: ${findings.map(findingWords).join('; ')}`;
  const summary: ImportSummary = { ...compared.summary, result: 'held', reason, package_id };
  await inOtherTransaction(url, async (other) => {
    await replaceHeld(other, node_id, package_id);
    const { rows } = await other.query<{ is_named: boolean }>(
      `update onec_packages set started_at = $1, state = 'held', summary = $2, changes = $3, guards = $4, approved = null,
         finished_at = clock_timestamp(), progress = ''
       where id = $5 and finished_at is null
       returning exists (${reportedLately}) as is_named`,
      [
        compared.started,
        JSON.stringify(summary),
        JSON.stringify(compared.changes),
        JSON.stringify(findings),
        package_id,
      ],
    );
    const [held] = rows;
    if (!held) throw new FileRefusal('', null, 'пакет остановлен в магазине');
    await copyJournal(client, package_id, other);
    if (!held.is_named) await emailOwner(other, package_id, { findings, changes: compared.changes });
  });
  throw new HeldBack(summary);
}

/** The owner was written within a day of a package of this node that the same guards held. $4: what they found. */
const reportedLately = `
  select from onec_packages t
  where t.node_id = onec_packages.node_id and t.id <> onec_packages.id and t.notified_at > now() - interval '1 day'
    and (select array_agg(g ->> 'guard') from jsonb_array_elements(t.guards) g)
      @> (select array_agg(g ->> 'guard') from jsonb_array_elements($4::jsonb) g)`;

async function emailOwner(
  other: Connection,
  package_id: number,
  { findings, changes }: { findings: Finding[]; changes: PackageChanges },
): Promise<void> {
  const { email } = await readSetting(other.db, 'company');
  if (!email) return;
  const { rows } = await other.query<{ node: string; received_at: Date }>(
    `select n.name as node, p.received_at from onec_packages p join onec_nodes n on n.id = p.node_id where p.id = $1`,
    [package_id],
  );
  const message = heldEmail({ package_id, ...ensure(rows[0]), findings, changes });
  await storeMail(other.db, `onec package ${package_id} held ${Date.now()}`, email, message);
  await other.query('update onec_packages set notified_at = clock_timestamp() where id = $1', [package_id]);
}

/** A package of the node that waits for a decision, other than this one, waits no longer. */
export async function replaceHeld(client: Connection, node_id: number, package_id: number): Promise<void> {
  const held = await client.db
    .selectFrom('onec_packages')
    .select('id')
    .where('node_id', '=', node_id)
    .where('id', '<>', package_id)
    .where('state', '=', 'held')
    .execute();
  const ids = held.map(({ id }) => id);
  if (ids.length > 0) await refuseHeld(client.db, ids, `заменён пакетом № ${package_id}, который пришёл позже`);
}

/** What a command only wanted to know, as a package with a number of its own. Always throws HeldBack. */
export async function keepRehearsal(
  client: Connection,
  url: string,
  { started, changes, source, ...compared }: Compared & { source: string },
): Promise<never> {
  const summary: ImportSummary = { ...compared.summary, result: 'rehearsed' };
  await inOtherTransaction(url, async (other) => {
    const { rows } = await other.query<{ id: number }>(
      `insert into onec_packages (started_at, state, source, summary, changes, finished_at)
       values ($1, 'rehearsed', $2, $3, $4, clock_timestamp()) returning id`,
      [started, source, JSON.stringify(summary), JSON.stringify(changes)],
    );
    summary.package_id = ensure(rows[0]).id;
    await copyJournal(client, summary.package_id, other);
  });
  throw new HeldBack(summary);
}

async function inOtherTransaction(url: string, work: (other: Connection) => Promise<void>): Promise<void> {
  const other = await openConnection(url);
  try {
    await other.query('begin');
    await work(other);
    await other.query('commit');
  } finally {
    await other.end();
  }
}
