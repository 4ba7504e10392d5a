import { sql } from 'kysely';
import { saveNotes } from '#modules/first-run/notes.ts';
import { firstRunSteps } from '#modules/first-run/schema.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import type { AdminCast } from './cast.ts';
import type { Example } from './example.ts';

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** The calls of the guide of the first run. */
export const firstRunExamples: Record<string, Example> = {
  'GET /api/admin/first-run': at('/api/admin/first-run'),
  'POST /api/admin/first-run/steps/:key/skip': at('/api/admin/first-run/steps/exchange/skip', { is_skipped: true }),
  'POST /api/admin/first-run/test-email': at('/api/admin/first-run/test-email'),
  'GET /api/admin/first-run/demonstration': {
    async make({ db }) {
      await noteABrand(db);
      return { url: '/api/admin/first-run/demonstration' };
    },
  },
  'POST /api/admin/first-run/demonstration/remove': {
    async make({ db }: AdminCast) {
      await noteABrand(db);
      const { name } = (await readSettings(db)).company;
      return {
        url: '/api/admin/first-run/demonstration/remove',
        body: { shop_name: name, main_branch: '00131' },
      };
    },
  },
  'POST /api/admin/first-run/open': {
    async make({ db }) {
      await sql`delete from demonstration_rows`.execute(db);
      await saveNotes(db, () => ({ skipped: [...firstRunSteps] }));
      return { url: '/api/admin/first-run/open' };
    },
  },
};

/** One row that the demonstration has left. */
async function noteABrand(db: Db): Promise<void> {
  await sql`
    with made as (
      insert into brands (slug, name) values ('suhona', 'Сухона') on conflict (slug) do update set name = excluded.name
      returning id)
    insert into demonstration_rows (table_name, key) select 'brands', jsonb_build_object('id', id) from made
    on conflict do nothing`.execute(db);
}
