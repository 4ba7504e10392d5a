import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { seoFieldWords, seoKinds } from '#shared/seo-kinds.ts';
import { doubtsIn } from '#shared/text-lint.ts';
import { missingCases } from './lint-seo.ts';
import { placeId, readSeoWorld, type SeoWorld } from './seo-world.ts';
import { type AddressOf, lintAllSeo } from './staff-seo.ts';
import type { FoundText, TextProblem } from './text-findings.ts';
import { readWrittenTexts, type WrittenText } from './written-texts.ts';

/** More records than this are a fault of one template, and more problems than this of one record of one habit. */
const mostRecords = 1_000;
const mostProblems = 20;

/**
 * Reads every text for search engines, the cases of the branches' names and everything written that visitors see, and
 * puts what is wrong in place of what the check before found. Takes seconds, of 100,000 goods minutes, so it belongs
 * into a job; run twice it finds the same. Returns how many records have findings. Throws when `signal` asks to stop:
 * the former findings stay, and the job is done again. `addressOf`: how findings name an address of a branch.
 */
export async function checkTexts(
  db: Db,
  now = new Date(),
  signal?: AbortSignal,
  addressOf?: AddressOf,
): Promise<number> {
  const world = await readSeoWorld(db);
  const found = await findInSeo(db, world, addressOf);
  let count = found.length;
  let records = world.rows.length + world.branches.length;
  const towns = [...new Set(world.branches.map(({ name_for_site }) => name_for_site))];
  for await (const texts of readWrittenTexts(db, now)) {
    for (const text of texts) {
      signal?.throwIfAborted();
      const problems = problemsOf(text, towns);
      const { kind, record_id, name, department_id_1c } = text;
      if (problems.length > 0) count++;
      // What is not kept is counted alone: a habit in 100,000 goods fills no memory.
      if (problems.length > 0 && found.length < mostRecords)
        found.push({ kind, record_id, name, department_id_1c, problems });
      await yieldToEventLoop();
    }
    records += texts.length;
  }
  await storeFindings(db, found.slice(0, mostRecords), { records, count }, now);
  return count;
}

async function findInSeo(db: Db, world: SeoWorld, addressOf?: AddressOf): Promise<FoundText[]> {
  const faults = await lintAllSeo(db, world, addressOf);
  const found: FoundText[] = faults.map(({ kind, key, name, department_id_1c, problems }) => ({
    kind: 'seo',
    record_id: placeId({ kind, key, department_id_1c }),
    department_id_1c,
    name: key === '' ? seoKinds[kind].label : `${seoKinds[kind].label}: ${name ?? key}`,
    problems: problems.map(({ field, words }) => ({ place: seoFieldWords[field], words })),
  }));
  for (const branch of world.branches) {
    const problems = missingCases(branch).map((words) => ({ place: 'Название филиала', words }));
    if (problems.length === 0) continue;
    const { id_1c, name_for_site: name } = branch;
    found.push({ kind: 'branch', record_id: id_1c, department_id_1c: id_1c, name, problems });
  }
  return found;
}

function problemsOf({ paragraphs }: WrittenText, towns: string[]): TextProblem[] {
  return paragraphs.flatMap(({ place, text }) =>
    doubtsIn(text, towns).map(({ rule, words }) => ({ place, words: `${rule}: «${words}»` })),
  );
}

async function storeFindings(
  db: Db,
  found: FoundText[],
  { records, count }: { records: number; count: number },
  now: Date,
): Promise<void> {
  const stored = found.map(({ problems, ...text }) => ({ ...text, problems: bounded(problems) }));
  await db.transaction().execute(async (db) => {
    // Of two checks at once the later one stays whole.
    await sql`select pg_advisory_xact_lock(hashtext('check_texts'))`.execute(db);
    await sql`delete from text_findings`.execute(db);
    await sql`
      insert into text_findings (kind, record_id, name, department_id_1c, problems)
      select f.kind, f.record_id, f.name, f.department_id_1c, f.problems
      from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        f(kind text, record_id text, name text, department_id_1c text, problems jsonb)
      where f.department_id_1c is null or exists (select from departments d where d.id_1c = f.department_id_1c)`.execute(
      db,
    );
    await sql`
      insert into text_checks (checked_at, records, left_out)
      values (${now}, ${records}::int, ${count - stored.length}::int)
      on conflict (is_only) do update set checked_at = excluded.checked_at, records = excluded.records,
        left_out = excluded.left_out`.execute(db);
  });
}

function bounded(problems: TextProblem[]): TextProblem[] {
  const shown = problems.slice(0, mostProblems);
  const left = problems.length - shown.length;
  return left > 0 ? [...shown, { place: 'Ещё', words: `таких замечаний: ${left}` }] : shown;
}
