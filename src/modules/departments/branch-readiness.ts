import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { cityCaseProblems } from '#shared/city-cases.ts';
import type { Department } from './queries.ts';

/** Where of a branch's page something is filled in. */
export const readinessParts = ['main', 'hours', 'delivery', 'supply', 'blocks', 'requisites'] as const;
type Part = (typeof readinessParts)[number];

/**
 * What a branch has and lacks. `is_needed`: without it the branch is not opened; the rest buyers would miss. `part`:
 * where it is filled in.
 */
export type Readiness = { words: string; is_done: boolean; is_needed: boolean; part: Part }[];

/** Facts of a branch that its own row does not tell. */
type Facts = {
  id_1c: string;
  column: string | null;
  store: string | null;
  has_prices: boolean;
  has_business_prices: boolean;
  has_stock: boolean;
  has_zones: boolean;
  has_menu: boolean;
  has_requisites: boolean;
};

/** What these branches have and lack, by id_1c, each in the order in which it is filled. */
export async function readinessOf(db: Db, branches: readonly Department[]): Promise<Map<string, Readiness>> {
  const { rows } = await sql<Facts>`
    select d.id_1c, c.name as column, s.name as store,
      exists (select from prices where price_column = d.base_price and price is not null) as has_prices,
      exists (select from prices where price_column = d.b2b_price and price is not null) as has_business_prices,
      exists (select from stock where store = d.store and on_hand > 0) as has_stock,
      exists (select from delivery_zones z join delivery_zone_rates r on r.zone_id = z.id
        where z.department_id_1c = d.id_1c) as has_zones,
      exists (select from dynamic_menus m where m.department_id_1c = d.id_1c) as has_menu,
      exists (select from seller_requisites q
        where q.department_id_1c is null or q.department_id_1c = d.id_1c) as has_requisites
    from departments d left join price_columns c on c.price_column = d.base_price left join stores s on s.store = d.store
    where d.id_1c = any(${branches.map(({ id_1c }) => id_1c)}::text[])`.execute(db);
  const facts = new Map(rows.map((row) => [row.id_1c, row]));
  return new Map(
    branches.flatMap((branch) => {
      const found = facts.get(branch.id_1c);
      return found ? [[branch.id_1c, listOf(branch, found)]] : [];
    }),
  );
}

function listOf(branch: Department, facts: Facts): Readiness {
  const needed = (part: Part, words: string, is_done: boolean) => ({ words, is_done, is_needed: true, part });
  const wanted = (part: Part, words: string, is_done: boolean) => ({ words, is_done, is_needed: false, part });
  return [
    needed('main', 'Название города в шести падежах', areCasesRight(branch)),
    needed('main', 'Телефон', (branch.phones.main ?? '') !== ''),
    needed('hours', 'Часы работы', branch.hours.length > 0),
    needed('supply', `Цены в колонке «${facts.column ?? branch.base_price}»`, facts.has_prices),
    needed('supply', `Остатки на складе «${facts.store ?? branch.store}»`, facts.has_stock),
    wanted('supply', 'Цены для фирм', facts.has_business_prices),
    wanted('main', 'Место на карте', branch.latitude !== null),
    wanted('main', 'Почтовый индекс', branch.postal_code !== null),
    wanted('main', 'Почта', (branch.email ?? '') !== ''),
    wanted('delivery', 'Доставка с ценами', facts.has_zones),
    wanted('blocks', 'Разделы в меню', facts.has_menu),
    wanted('requisites', 'Реквизиты продавца', facts.has_requisites),
    wanted('main', 'Код Яндекс.Вебмастера', branch.verification_code !== null),
  ];
}

/** Doubtful cases that a person confirmed are kept by `saveDepartment`; only empty ones are no cases at all. */
function areCasesRight({ names_cases, city }: Department): boolean {
  return !Object.values(cityCaseProblems(names_cases, city)).includes('Заполните');
}
