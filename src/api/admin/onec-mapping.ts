import { z } from 'zod';
import { mapPriceType, mapWarehouse, readMapping } from '#integrations/onec/change-mapping.ts';
import { mapGroup, readGroups } from '#integrations/onec/map-group.ts';
import { AttributeRule, mapProperty, readProperties } from '#integrations/onec/map-property.ts';
import { readWaiting } from '#integrations/onec/waiting.ts';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { nameTargets } from '#modules/exchange/name-targets.ts';
import { Ok, placeOf, refusing, urlOf } from './onec-shared.ts';
import { type AdminRoute, adminRead, adminWriteApart } from './route.ts';

const Target = z.object({ id: z.string(), name: z.string() });
const Counted = z.object({ id: z.string(), goods: z.int() });

const Mapping = z.object({
  price_types: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      price_column: z.string().nullable(),
      target: z.enum(['price', 'old_price']).nullable(),
      is_manual: z.boolean(),
    }),
  ),
  warehouses: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      store: z.string().nullable(),
      is_manual: z.boolean(),
    }),
  ),
  price_columns: z.array(Target),
  stores: z.array(Target),
  waiting: z.object({
    price_types: z.array(z.object({ id: z.string(), is_foreign: z.boolean() })),
    warehouses: z.array(z.object({ id: z.string() })),
    groups: z.array(Counted),
    properties: z.array(Counted),
    units: z.array(z.object({ name: z.string(), goods: z.int() })),
    goods_without_group: z.int(),
  }),
});

const Group = z.object({
  id: z.string(),
  path: z.string(),
  is_off: z.boolean(),
  code: z.string(),
  rule: z.enum(['hidden', 'moved']).nullable(),
  target: z.string().nullable(),
});

const Property = z.object({
  id: z.string(),
  name: z.string(),
  attribute: z.object({
    name: z.string(),
    type: z.string(),
    unit: z.string().nullable(),
    group_name: z.string(),
    filter: z.string().nullable(),
  }),
  /** `changed`: named or sorted otherwise; `into`: its values are those of another property. */
  rule: z.union([z.enum(['hidden', 'changed']), z.object({ into: z.string() })]).nullable(),
});

const Changed = z.object({ created: z.int(), changed: z.int(), switched_off: z.int() });

const id = z.string().max(250);
const read = 'exchange.read';
const write = 'exchange.map';

export const onecMappingRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/onec-mapping',
    summary: 'Виды цен и склады 1С: куда идут; что ещё не разложено',
    permission: read,
    response: Mapping,
    async run({ db }) {
      const [{ price_types, warehouses }, waiting, targets] = await Promise.all([
        readMapping(urlOf(db)),
        readWaiting(db),
        nameTargets(db),
      ]);
      const named = <Row extends { id: string; name: string }>(row: Row): Row => ({ ...row, name: row.name || row.id });
      return { price_types: price_types.map(named), warehouses: warehouses.map(named), waiting, ...targets };
    },
  }),

  adminRead({
    url: '/api/admin/onec-mapping/groups',
    summary: 'Группы 1С и правила для них',
    permission: read,
    response: z.object({ items: z.array(Group), total: z.int() }),
    async run({ db }) {
      const items = (await readGroups(urlOf(db))).map(({ off, ...group }) => ({ ...group, is_off: off !== null }));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/onec-mapping/properties',
    summary: 'Свойства 1С и правила для них',
    permission: read,
    response: z.object({ items: z.array(Property), total: z.int() }),
    async run({ db }) {
      const items = (await readProperties(urlOf(db))).map(({ id, name, attribute, rule }) => ({
        ...{ id, name: name || id, attribute },
        rule: rule as z.input<typeof Property>['rule'],
      }));
      return { items, total: items.length };
    },
  }),

  adminWriteApart({
    method: 'PUT',
    url: '/api/admin/onec-mapping/price-types',
    summary: 'Какую колонку цен наполняет вид цены 1С',
    permission: write,
    body: z.object({ id, price_column: z.string().max(60).nullable(), target: z.enum(['price', 'old_price']) }),
    response: Ok,
    async run({ db, body: { id: type, price_column, target } }, note) {
      const words = `вид цены «${type}»: ${price_column === null ? 'никуда не идёт' : `колонка ${price_column}`}`;
      const place = placeOf(db, note, () => line(type, words));
      await refusing(() => mapPriceType(place, { type, price_column, target }));
      return { ok: true as const };
    },
  }),

  adminWriteApart({
    method: 'PUT',
    url: '/api/admin/onec-mapping/warehouses',
    summary: 'Какой склад магазина наполняет склад 1С',
    permission: write,
    body: z.object({ id, store: z.string().max(60).nullable() }),
    response: Ok,
    async run({ db, body: { id: warehouse, store } }, note) {
      const words = `склад «${warehouse}»: ${store === null ? 'никуда не идёт' : `склад магазина ${store}`}`;
      await refusing(() =>
        mapWarehouse(
          placeOf(db, note, () => line(warehouse, words)),
          { warehouse, store },
        ),
      );
      return { ok: true as const };
    },
  }),

  adminWriteApart({
    method: 'PUT',
    url: '/api/admin/onec-mapping/groups',
    summary: 'Правило для группы 1С: скрыть, отнести в раздел или как в 1С',
    permission: write,
    body: z.object({
      id,
      rule: z
        .union([z.literal('hidden'), z.object({ category: z.string().min(1, 'Укажите раздел').max(200) })])
        .nullable(),
    }),
    response: Changed,
    async run({ db, body: { id: group, rule } }, note) {
      const words = rule === null ? 'как в 1С' : rule === 'hidden' ? 'скрыта' : `в разделе ${rule.category}`;
      const place = placeOf(db, note, () => line(group, `группа «${group}»: ${words}`));
      return refusing(() => mapGroup(place, { group, rule }));
    },
  }),

  adminWriteApart({
    method: 'PUT',
    url: '/api/admin/onec-mapping/properties',
    summary: 'Правило для свойства 1С: скрыть, собрать в другое, назвать иначе или как в 1С',
    permission: write,
    body: z.object({
      id,
      rule: z
        .union([z.literal('hidden'), z.strictObject({ into: id }), z.strictObject(AttributeRule.shape)])
        .nullable(),
    }),
    response: Changed,
    async run({ db, body: { id: property, rule } }, note) {
      const words = rule === null ? 'как в 1С' : rule === 'hidden' ? 'скрыто' : 'правило изменено';
      const place = placeOf(db, note, () => ({
        ...line(property, `свойство «${property}»: ${words}`),
        after: typeof rule === 'object' ? rule : null,
      }));
      return refusing(() => mapProperty(place, { property, rule }));
    },
  }),
];

function line(record_id: string, words: string): AuditLine {
  return { resource: 'onec-mapping', record_id, words: `Сопоставление с 1С, ${words}` };
}
