import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

export type MenuCategory = { code: string; name: string; children: MenuCategory[] };

/** The branch's dynamic menu, three levels. A failure means no menu, never a broken page (S7-20, S8-08). */
export async function shellMenu(_db: Db, _department_id_1c: string, _log: Log): Promise<MenuCategory[]> {
  return [];
}
