import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { writtenKinds } from './written-texts.ts';

/** What findings are about: texts for search engines, the name of a branch, and what visitors read. */
export const findingKinds = ['seo', 'branch', ...writtenKinds] as const;
export type FindingKind = (typeof findingKinds)[number];

/** `place`: of the record where it stands; `words`: what is wrong. */
export type TextProblem = { place: string; words: string };

/** A record whose texts were found wrong. */
export type FoundText = {
  kind: FindingKind;
  /** By which its screen is opened. */
  record_id: string;
  name: string;
  /** null: common to all branches. */
  department_id_1c: string | null;
  problems: TextProblem[];
};

/** When texts were last checked, how many, and how many records with findings are not kept; null: never yet. */
export type TextCheck = { checked_at: Date; records: number; left_out: number } | null;

/** A page of findings, common and of these branches (null: of all), with how many there are of each kind. */
export async function listTextFindings(
  db: Db,
  { branches, kind }: { branches: string[] | null; kind?: FindingKind[] | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{
  findings: (FoundText & { id: number })[];
  counts: { kind: FindingKind; count: number }[];
  check: TextCheck;
}> {
  const kinds = kind?.length ? kind : findingKinds;
  const [findings, counts, check] = await Promise.all([
    sql<FoundText & { id: number }>`
      select f.id, f.kind, f.record_id, f.name, f.department_id_1c, f.problems from text_findings f
      where f.kind = any(${[...kinds]}::text[]) and ${commonOrInBranches('f', branches)}
      order by f.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ kind: FindingKind; count: number }>`
      select f.kind, count(*)::int as count from text_findings f where ${commonOrInBranches('f', branches)} group by f.kind`.execute(
      db,
    ),
    sql<NonNullable<TextCheck>>`select checked_at, records, left_out from text_checks`.execute(db),
  ]);
  return { findings: findings.rows, counts: counts.rows, check: check.rows[0] ?? null };
}

/** How many records have findings, and when that was found; null: nothing was checked yet. */
export async function countTextFindings(
  db: Db,
  branches: string[] | null,
): Promise<{ count: number; checked_at: Date } | null> {
  const { rows } = await sql<{ count: number; checked_at: Date }>`
    select c.checked_at, (select count(*)::int from text_findings f where ${commonOrInBranches('f', branches)}) as count
    from text_checks c`.execute(db);
  return rows[0] ?? null;
}
