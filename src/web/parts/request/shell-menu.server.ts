import { branchMenu } from '#modules/catalogue/menu.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { quietly } from '#platform/failures.ts';
import type { Log } from '#platform/log.ts';

export type MenuCategory = { code: string; name: string; illustration: string | null; children: MenuCategory[] };

const menus = cachedRead<MenuCategory[]>({
  name: 'shell_menu',
  freshMs: 5_000,
  tags: ['catalogue', 'content', 'departments'],
  read: async (db, department_id_1c) => (await branchMenu(db, department_id_1c)).map(plain),
});

/** The branch's dynamic menu, three levels deep. A failure means no menu, never a broken page (S7-20, S8-08). */
export async function shellMenu(db: Db, department_id_1c: string, log: Log): Promise<MenuCategory[]> {
  const logged = quietly(log, 'menu', 'the menu was not read', { department_id_1c });
  try {
    return await menus(db, department_id_1c, logged);
  } catch (error) {
    logged(error);
    return [];
  }
}

function plain({ code, name, illustration, children }: MenuCategory): MenuCategory {
  return { code, name, illustration, children: children.map(plain) };
}
