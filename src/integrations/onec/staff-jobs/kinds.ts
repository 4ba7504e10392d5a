import { z } from 'zod';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { countOf } from '#shared/plurals.ts';
import { mapPriceType, mapWarehouse } from '../change-mapping.ts';
import { type RollbackResult, rollBackPackage } from '../changes/rollback.ts';
import type { Place } from '../connection.ts';
import { mapGroup } from '../map-group.ts';
import { AttributeRule, longestValue, mapProperty, mapValue } from '../map-property.ts';
import { mapGoodUnit, mapUnit } from '../map-unit.ts';

/** How many goods another mapping changed. */
export type ChangedGoods = { created: number; changed: number; switched_off: number };
/** null: counted nowhere. */
export type StaffJobResult = RollbackResult | ChangedGoods | null;

/** `who`: the name of whoever asked; `progress` is told what is being done. Throws FileRefusal in Russian. */
type Work = (place: Place, who: string, progress: (text: string) => void) => Promise<StaffJobResult>;

type Given<Params> = {
  /** The verb that does it. */
  work: (params: Params) => Work;
  /** What was asked for, and once more when it is done, with what has come of it. */
  line: (params: Params, result?: StaffJobResult) => AuditLine;
};

function kind<Params extends z.ZodType>(params: Params, { work, line }: Given<z.output<Params>>) {
  return {
    params,
    work: (given: unknown) => work(params.parse(given)),
    line: (given: unknown, result?: StaffJobResult) => line(params.parse(given), result),
  };
}

const id = z.string().max(250);
/** Of which node the price type or the warehouse is; null: of packages that commands imported. */
const node_id = z.int().nullable();
const unitName = z.string().trim().min(1, 'Укажите единицу').max(50, 'Единица не длиннее 50 знаков');
const value = z
  .string()
  .trim()
  .min(1, 'Укажите значение')
  .max(longestValue, `Значение не длиннее ${longestValue} знаков`);
const Package = z.object({ package_id: z.int() });

/** The long work that staff can ask the exchange with 1C for. */
export const staffJobKinds = {
  rollback: kind(Package, {
    work:
      ({ package_id }) =>
      (place, who, progress) =>
        rollBackPackage(place, package_id, who, progress),
    line: ({ package_id }, result) => packageLine(package_id, rollbackWords(result)),
  }),

  rollback_preview: kind(Package, {
    work:
      ({ package_id }) =>
      (place, who, progress) =>
        rollBackPackage(place, package_id, who, progress, { isRehearsal: true }),
    line: ({ package_id }) => packageLine(package_id, 'посмотрели, что вернёт откат'),
  }),

  price_type: kind(
    z.object({ node_id, id, price_column: z.string().max(60).nullable(), target: z.enum(['price', 'old_price']) }),
    {
      work:
        ({ node_id, id: type, price_column, target }) =>
        async (place, _who, progress) => {
          await mapPriceType(place, { node_id, type, price_column, target }, progress);
          return null;
        },
      line: ({ id, price_column }, result) => {
        const place = price_column === null ? 'никуда не идёт' : `колонка ${price_column}`;
        return mappingLine(id, `вид цены «${id}»: ${place}`, result);
      },
    },
  ),

  warehouse: kind(z.object({ node_id, id, store: z.string().max(60).nullable() }), {
    work:
      ({ node_id, id: warehouse, store }) =>
      async (place, _who, progress) => {
        await mapWarehouse(place, { node_id, warehouse, store }, progress);
        return null;
      },
    line: ({ id, store }, result) =>
      mappingLine(id, `склад «${id}»: ${store === null ? 'никуда не идёт' : `склад магазина ${store}`}`, result),
  }),

  group: kind(
    z.object({
      id,
      rule: z
        .union([z.literal('hidden'), z.object({ category: z.string().min(1, 'Укажите раздел').max(200) })])
        .nullable(),
    }),
    {
      work:
        ({ id: group, rule }) =>
        (place, _who, progress) =>
          mapGroup(place, { group, rule }, progress),
      line: ({ id, rule }, result) => {
        const words = rule === null ? 'как в 1С' : rule === 'hidden' ? 'скрыта' : `в разделе ${rule.category}`;
        return mappingLine(id, `группа «${id}»: ${words}`, result);
      },
    },
  ),

  property: kind(
    z.object({
      id,
      rule: z
        .union([z.literal('hidden'), z.strictObject({ into: id }), z.strictObject(AttributeRule.shape)])
        .nullable(),
    }),
    {
      work:
        ({ id: property, rule }) =>
        (place, _who, progress) =>
          mapProperty(place, { property, rule }, progress),
      line: ({ id, rule }, result) => {
        const words = rule === null ? 'как в 1С' : rule === 'hidden' ? 'скрыто' : 'правило изменено';
        const line = mappingLine(id, `свойство «${id}»: ${words}`, result);
        return { ...line, after: typeof rule === 'object' ? rule : null };
      },
    },
  ),

  /** `id`: of the property; `shown` null: the value is not shown. */
  value: kind(z.object({ id, value, rule: z.object({ shown: value.nullable() }).nullable() }), {
    work:
      ({ id: property, value, rule }) =>
      (place, _who, progress) =>
        mapValue(place, { property, value, shown: rule ? rule.shown : undefined }, progress),
    line: ({ id, value, rule }, result) => {
      const words =
        rule === null ? 'как в 1С' : rule.shown === null ? 'не показывается' : `показывается «${rule.shown}»`;
      return mappingLine(id, `значение «${value}» свойства «${id}»: ${words}`, result);
    },
  }),

  /** `id`: as the shop calls the unit without a rule. */
  unit: kind(z.object({ id: unitName, rule: z.object({ unit: unitName, is_sold: z.boolean() }).nullable() }), {
    work:
      ({ id: name, rule }) =>
      (place, _who, progress) =>
        mapUnit(place, { name, rule }, progress),
    line: ({ id, rule }, result) => mappingLine(id, `единица «${id}»: ${unitWords(rule)}`, result),
  }),

  /** `id`: Ид, code or article of the good. */
  good_unit: kind(
    z.object({
      id: z.string().trim().min(1, 'Укажите товар').max(250),
      rule: z.object({ unit: unitName, coefficient: z.string().trim().min(1, 'Укажите, сколько').max(20) }).nullable(),
    }),
    {
      work:
        ({ id: good, rule }) =>
        (place, _who, progress) =>
          mapGoodUnit(place, { good, rule }, progress),
      line: ({ id, rule }, result) => {
        const words = rule === null ? 'единица как в 1С' : `1 ${rule.unit} — это ${rule.coefficient} единицы 1С`;
        return mappingLine(id, `товар «${id}»: ${words}`, result);
      },
    },
  ),
};

export type StaffJobKind = keyof typeof staffJobKinds;

/** What a job is called in a list of them. Names of price types are not told: some are of purchase prices. */
export function staffJobTitle({
  kind,
  package_id,
  about,
}: {
  kind: StaffJobKind;
  package_id: number | null;
  about: string | null;
}): string {
  const name = about ? ` «${about}»` : '';
  switch (kind) {
    case 'rollback':
      return `Откат пакета № ${package_id}`;
    case 'rollback_preview':
      return `Что вернёт откат пакета № ${package_id}`;
    case 'price_type':
      return 'Другая колонка для вида цены 1С';
    case 'warehouse':
      return `Другое место для склада 1С${name}`;
    case 'group':
      return `Другое правило для группы 1С${name}`;
    case 'property':
      return `Другое правило для свойства 1С${name}`;
    case 'value':
      return `Другое правило для значения свойства 1С${name}`;
    case 'unit':
      return `Другое правило для единицы 1С${name}`;
    case 'good_unit':
      return `Своя единица товара 1С${name}`;
  }
}

/** A line of the audit log about a package. */
export function packageLine(package_id: number, words: string): AuditLine {
  return { resource: 'onec-packages', record_id: package_id, words: `Пакет № ${package_id} из 1С: ${words}` };
}

function rollbackWords(result: StaffJobResult | undefined): string {
  if (!result || !('left' in result)) return 'откат начат';
  const { left } = result;
  return `отменён${left > 0 ? `, осталось как есть: ${countOf(left, 'запись', 'записи', 'записей')}` : ''}`;
}

function unitWords(rule: { unit: string; is_sold: boolean } | null): string {
  if (rule === null) return 'как в 1С';
  return `в магазине «${rule.unit}»${rule.is_sold ? '' : ', ею не продают'}`;
}

function mappingLine(record_id: string, what: string, result: StaffJobResult | undefined): AuditLine {
  const words = `Сопоставление с 1С, ${what}${result === undefined ? ', пересчёт начат' : changedWords(result)}`;
  return { resource: 'onec-mapping', record_id, words };
}

function changedWords(result: StaffJobResult): string {
  if (!result || !('changed' in result)) return '';
  const { created, changed, switched_off } = result;
  return `, изменилось товаров: ${created + changed + switched_off}`;
}
