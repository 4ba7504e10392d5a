import { sql } from 'kysely';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/** Counted, not written: cities with a branch, points where goods are given out, models on sale, brands of them. */
export type CompanyFacts = { cities: number; points: number; models: number; brands: number };

const factsOf = cachedRead<CompanyFacts>({
  name: 'company_facts',
  freshMs: 60_000,
  maxMs: 600_000,
  tags: ['catalogue', 'departments'],
  whileFollowed: true,
  read: readFacts,
});

/** Cached for a minute, read again beside it, ten minutes old at most; a change of goods or branches drops it. */
export function companyFacts(db: Db): Promise<CompanyFacts> {
  return factsOf(db);
}

async function readFacts(db: Db): Promise<CompanyFacts> {
  const { rows } = await sql<CompanyFacts>`
    select (select count(distinct city)::int from departments where parent = '00046' and branch_id_1c is null) as cities,
      (select count(*)::int from departments where parent = '00046' and (is_pick_up_point or branch_id_1c is null)) as points,
      (select count(distinct model_id)::int from products where switched_off_at is null) as models,
      (select count(distinct brand_id)::int from products where switched_off_at is null) as brands`.execute(db);
  return ensure(rows[0]);
}
