import { z } from 'zod';
import { readMapping } from '#integrations/onec/change-mapping.ts';
import { readGroups } from '#integrations/onec/map-group.ts';
import { readProperties } from '#integrations/onec/map-property.ts';
import { readUnitRules, readUsedUnits } from '#integrations/onec/map-unit.ts';
import { readPropertyValues } from '#integrations/onec/property-values.ts';
import { staffJobKinds } from '#integrations/onec/staff-jobs/kinds.ts';
import { unfinishedMapping } from '#integrations/onec/staff-jobs/read.ts';
import { readWaiting } from '#integrations/onec/waiting.ts';
import { nameTargets } from '#modules/exchange/name-targets.ts';
import { Refusal } from '#platform/refusal.ts';
import { onecJobRoute, urlOf } from './onec-shared.ts';
import { type AdminRoute, adminRead } from './route.ts';

const Target = z.object({ id: z.string(), name: z.string() });
const Counted = z.object({ id: z.string(), goods: z.int() });

/** Of which node it is; null: of packages that commands imported. */
const Node = z.object({ id: z.int(), name: z.string() }).nullable();

const Mapping = z.object({
  price_types: z.array(
    z.object({
      node: Node,
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
      node: Node,
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
    price_types: z.array(z.object({ node_id: z.int().nullable(), id: z.string(), is_foreign: z.boolean() })),
    warehouses: z.array(z.object({ node_id: z.int().nullable(), id: z.string() })),
    groups: z.array(Counted),
    properties: z.array(Counted),
    requisites: z.array(Counted.extend({ name: z.string() })),
    units: z.array(z.object({ name: z.string(), goods: z.int() })),
    goods_without_group: z.int(),
  }),
  /** The job that works out goods by another mapping now. */
  job: z.int().nullable(),
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

const Units = z.object({
  /** What goods of 1C are sold by, and what a rule names; `rule` null: as 1C says. */
  items: z.array(
    z.object({
      /** As the shop calls it without a rule. */
      name: z.string(),
      rule: z.object({ unit: z.string(), is_sold: z.boolean() }).nullable(),
      /** null: a rule took its place, it is not counted. */
      goods: z.int().nullable(),
      /** Nobody described it: people read it as 1C spells it. */
      is_waiting: z.boolean(),
    }),
  ),
  /** Goods that the owner gave a sales unit of their own. */
  goods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      base_unit: z.string(),
      unit: z.string(),
      coefficient: z.string(),
    }),
  ),
  total: z.int(),
});

const read = 'exchange.read';
const write = 'exchange.map';

export const onecMappingRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/onec-mapping',
    summary: 'Виды цен и склады 1С: куда идут; что ещё не разложено',
    permission: read,
    response: Mapping,
    async run({ db, may }) {
      const [{ price_types, warehouses }, waiting, targets, job] = await Promise.all([
        readMapping(urlOf(db)),
        readWaiting(db),
        nameTargets(db, may('prices.cost')),
        unfinishedMapping(db),
      ]);
      const named = <Row extends { id: string; name: string }>(row: Row): Row => ({ ...row, name: row.name || row.id });
      // A price type of purchase prices is nobody's business who may not see their column.
      const isShown = ({ price_column }: { price_column: string | null }) =>
        price_column === null || targets.price_columns.some(({ id }) => id === price_column);
      return {
        price_types: price_types.filter(isShown).map(named),
        warehouses: warehouses.map(named),
        waiting,
        ...targets,
        job,
      };
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
        id,
        name: name || id,
        attribute,
        rule: rule as z.input<typeof Property>['rule'],
      }));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/onec-mapping/values',
    summary: 'Значения свойства 1С и правила для них',
    permission: read,
    query: z.strictObject({ property: z.string().max(250) }),
    response: z.object({
      /** What goods show now. */
      items: z.array(z.object({ value: z.string(), goods: z.int() })),
      /** `shown` null: the value is not shown. */
      rules: z.array(z.object({ value: z.string(), shown: z.string().nullable() })),
      total: z.int(),
    }),
    async run({ db, query: { property } }) {
      const found = await readPropertyValues(db, property);
      if (!found) throw new Refusal('not_found');
      return { items: found.values, rules: found.rules, total: found.values.length };
    },
  }),

  adminRead({
    url: '/api/admin/onec-mapping/units',
    summary: 'Единицы 1С и правила для них',
    permission: read,
    response: Units,
    async run({ db }) {
      const [{ units: rules, goods }, used] = await Promise.all([readUnitRules(urlOf(db)), readUsedUnits(db)]);
      const ruled = new Set(rules.map(({ name }) => name));
      const items = [
        ...used.filter(({ name }) => !ruled.has(name)).map((unit) => ({ ...unit, rule: null })),
        ...rules.map(({ name, ...rule }) => ({ name, rule, goods: null, is_waiting: false })),
      ];
      return { items, goods, total: items.length };
    },
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/price-types',
    summary: 'Какую колонку цен наполняет вид цены 1С',
    permission: write,
    kind: 'price_type',
    body: staffJobKinds.price_type.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/warehouses',
    summary: 'Какой склад магазина наполняет склад 1С',
    permission: write,
    kind: 'warehouse',
    body: staffJobKinds.warehouse.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/groups',
    summary: 'Правило для группы 1С: скрыть, отнести в раздел или как в 1С',
    permission: write,
    kind: 'group',
    body: staffJobKinds.group.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/properties',
    summary: 'Правило для свойства или реквизита 1С: скрыть, собрать в другое, назвать иначе или как в 1С',
    permission: write,
    kind: 'property',
    body: staffJobKinds.property.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/values',
    summary: 'Правило для значения свойства 1С: показывать иначе, не показывать или как в 1С',
    permission: write,
    kind: 'value',
    body: staffJobKinds.value.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/units',
    summary: 'Правило для единицы 1С: как называть, продают ли ею, или как в 1С',
    permission: write,
    kind: 'unit',
    body: staffJobKinds.unit.params,
    about: ({ body }) => body,
  }),

  onecJobRoute({
    method: 'PUT',
    url: '/api/admin/onec-mapping/good-units',
    summary: 'Чем продавать один товар, который 1С не пересчитывает, или как в 1С',
    permission: write,
    kind: 'good_unit',
    body: staffJobKinds.good_unit.params,
    about: ({ body }) => body,
  }),
];
