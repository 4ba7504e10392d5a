import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { countOf } from '#shared/plurals.ts';
import { attributes, categories, columns, goods, noted, stores } from './belongings.ts';

/** Something of the owner's that stands on the demonstration's, in words; `link`: the screen where it is put right. */
export type Obstacle = { words: string; link: string };

const most = 5;

/**
 * What of the owner's cannot stay when the demonstration goes: their goods in its categories or of its brands, their
 * categories inside its own, coupons, conditions of actions, what 1C is mapped to, staff and keys of its branches
 * alone. Call after `noteBelongings`.
 */
export async function findObstacles(db: Db): Promise<Obstacle[]> {
  const { rows } = await sql<{ kind: keyof typeof sentences; name: string; place: string; link: string }>`
    select kind, name, place, link from (
    select 'category' as kind, (p.name || ' (' || p.idcode || ')') collate russian as name, c.name as place,
      '/catalogue/' || p.id as link
    from product_categories pc join products p on p.id = pc.product_id join categories c on c.id = pc.category_id
    where pc.category_id in ${categories} and pc.product_id not in ${goods}
    union all
    select 'brand', p.name || ' (' || p.idcode || ')', b.name, '/catalogue/' || p.id
    from products p join brands b on b.id = p.brand_id
    where p.brand_id in ${noted('brands', 'id', 'integer')} and p.id not in ${goods}
    union all
    select 'parent', c.name, parent.name, '/catalogue/categories/' || c.id
    from categories c join categories parent on parent.id = c.parent_id
    where c.parent_id in ${categories} and c.id not in ${categories}
    union all
    select 'coupon', c.code, category.name, '/promo'
    from coupons c join categories category on category.id = c.category_id
    where c.category_id in ${categories} and c.code not in ${noted('coupons', 'code', 'text')}
    union all
    select 'action', a.name, used.place, '/promo/actions/' || a.id
    from (
      select action_id, c.name as place from action_conditions join categories c on c.id = category_id
      where category_id in ${categories}
      union
      select action_id, b.name from action_conditions join brands b on b.id = any(brand_ids)
      where b.id in ${noted('brands', 'id', 'integer')}
      union
      select action_id, p.name from action_conditions join price_columns p using (price_column)
      where price_column in ${columns}
      union
      select action_id, t.name from action_condition_attributes
      join action_conditions on action_conditions.id = condition_id join attributes t on t.id = attribute_id
      where attribute_id in ${attributes}) used
    join actions a on a.id = used.action_id
    where a.id not in ${noted('actions', 'id', 'integer')}
    union all
    select 'warehouse', w.name, w.store, '/onec/mapping'
    from onec_warehouses w
    where w.store in ${stores} and w.id not in ${noted('onec_warehouses', 'id', 'integer')}
    union all
    select 'price_type', t.name, t.price_column, '/onec/mapping'
    from onec_price_types t
    where t.price_column in ${columns} and t.id not in ${noted('onec_price_types', 'id', 'integer')}
    union all
    select 'staff', u.full_name, '', '/staff/' || s.user_id
    from staff s join users u on u.id = s.user_id
    where s.departments <> '{}' and s.departments <@ array(select key ->> 'id_1c' from demonstration_rows where table_name = 'departments')
      and s.dismissed_at is null and s.user_id not in ${noted('users', 'id', 'uuid')}
    union all
    select 'key', k.name, '', '/keys'
    from api_keys k
    where k.departments <> '{}' and k.departments <@ array(select key ->> 'id_1c' from demonstration_rows where table_name = 'departments')
      and k.ended_at is null
    union all
    select 'words', case f.field when 'name' then 'название' when 'inn' then 'ИНН' when 'ogrn' then 'ОГРН' when 'email' then 'почта'
        when 'vk_url' then 'страница ВКонтакте' else 'телефоны' end,
      '', case s.key when 'company' then '/settings' else '/settings?tab=contact_centre' end
    from settings s join demonstration_rows d on d.table_name = 'settings' and d.key ->> 'key' = s.key
    join (values ('company', 'name'), ('company', 'inn'), ('company', 'ogrn'), ('company', 'email'), ('company', 'vk_url'),
      ('contact_centre', 'phones')) f (key, field) on f.key = s.key
    where d.content <> s.value and d.content -> f.field = s.value -> f.field
      and d.content -> f.field not in ('null', '[]')
    ) found order by kind, name collate russian`.execute(db);
  return [...Map.groupBy(rows, ({ kind }) => kind)].flatMap(([kind, found]) => [
    ...found.slice(0, most).map(({ name, place, link }) => ({ words: sentences[kind](name, place), link })),
    ...(found.length > most
      ? [
          {
            words: `И ещё ${countOf(found.length - most, 'такая запись', 'такие записи', 'таких записей')}`,
            link: found[most]?.link ?? '',
          },
        ]
      : []),
  ]);
}

const sentences = {
  category: (name: string, place: string) =>
    `Ваш товар «${name}» лежит в категории демонстрации «${place}»: переложите его в свою`,
  brand: (name: string, place: string) =>
    `У вашего товара «${name}» бренд демонстрации «${place}»: выберите свой или снимите бренд`,
  parent: (name: string, place: string) =>
    `Ваша категория «${name}» лежит в категории демонстрации «${place}»: вынесите её`,
  coupon: (name: string, place: string) =>
    `Ваш купон ${name} действует на категорию демонстрации «${place}»: выберите свою`,
  action: (name: string, place: string) =>
    `В условии вашей акции «${name}» стоит «${place}» из демонстрации: выберите своё или уберите условие`,
  warehouse: (name: string, place: string) =>
    `Склад 1С «${name}» сопоставлен со складом демонстрации ${place}: выберите свой`,
  price_type: (name: string, place: string) =>
    `Вид цен 1С «${name}» сопоставлен с колонкой демонстрации ${place}: выберите свою`,
  staff: (name: string) => `${name} работает только в филиалах демонстрации: назначьте свой филиал`,
  words: (name: string) => `В настройках остались слова демонстрации (${name}): замените их своими или уберите`,
  key: (name: string) => `Ключ обмена «${name}» открывает только филиалы демонстрации: отзовите его или выдайте новый`,
};
