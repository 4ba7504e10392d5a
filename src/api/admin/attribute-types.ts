import { z } from 'zod';
import { feedingProperties, holdOffExchange, keepAttributeType } from '#integrations/onec/keep-attribute-type.ts';
import { changeAttributeType, rehearseTypeChange, undoTypeChange } from '#modules/catalogue/change-attribute-type.ts';
import { readStaffAttribute, type StaffAttribute } from '#modules/catalogue/save-attribute.ts';
import { Refusal } from '#platform/refusal.ts';
import { attributeTypeWords } from '#shared/attribute-types.ts';
import { countOf } from '#shared/plurals.ts';
import { type AdminRoute, adminAsk, adminWrite, NumberParam } from './route.ts';

const Type = z.enum(['text', 'number', 'enum', 'boolean']);
const State = z.object({
  type: Type,
  unit: z.string().nullable(),
  filter: z.enum(['values', 'range']).nullable(),
});
const Wish = z.strictObject({
  type: Type,
  unit: z
    .string()
    .trim()
    .min(1)
    .max(50, 'Не длиннее 50 знаков')
    .nullable()
    .default(null)
    .describe('Единица числа: значения могут кончаться ею, «10 мм»'),
});

/** What stood before, as far as it changed: by `change` the values are found that the goods had. */
const Before = State.partial({ unit: true, filter: true }).extend({ change: z.int() });

const resource = 'attribute_types';

/** Another type of an attribute: what it would come to, and the change, which the journal takes back as a whole. */
export const attributeTypeRoutes: AdminRoute[] = [
  adminAsk({
    url: '/api/admin/attributes/:id/type-rehearsal',
    summary: 'Проверка перед сменой вида свойства: какие значения не прочитаются',
    permission: 'catalogue.write',
    params: NumberParam,
    body: Wish,
    response: z.object({
      /** Goods that say something of the attribute. */
      total: z.int(),
      readable: z.int(),
      /** At most 50 of those whose value cannot be read. */
      unreadable: z.array(z.object({ id: z.int(), name: z.string(), value: z.string() })),
      /** Short listings that narrow by this attribute. */
      shorts: z.array(z.object({ id: z.int(), name: z.string(), category_name: z.string() })),
      /** Names of the properties of 1C that fill it. */
      onec: z.array(z.string()),
      seen: z.string(),
    }),
    async run({ db, params, body }) {
      const attribute = await readStaffAttribute(db, params.id);
      if (!attribute) throw new Refusal('not_found');
      const [rehearsal, onec] = await Promise.all([
        rehearseTypeChange(db, attribute, body),
        feedingProperties(db, attribute.id),
      ]);
      return { ...rehearsal, onec };
    },
  }),

  adminWrite({
    url: '/api/admin/attributes/:id/type',
    summary: 'Смена вида свойства; значения, которые не прочитать, остаются в истории',
    permission: 'catalogue.write',
    params: NumberParam,
    body: Wish.extend({ seen: z.string().max(64).describe('Из проверки: что увидел человек') }),
    response: State.extend({ read: z.int(), lost: z.int() }),
    async run({ db, params, body, now }) {
      await holdOffExchange(db);
      const before = await readStaffAttribute(db, params.id, true);
      if (!before) throw new Refusal('not_found');
      const { change_id, read, lost, ...after } = await changeAttributeType(db, before, body, now);
      await keepAttributeType(db, before.id, after);
      const names = changedNames(before, after);
      return {
        answer: { ...after, read, lost },
        audit: {
          resource,
          record_id: before.id,
          after: pick(after, names),
          before: { ...pick(before, names), change: change_id },
          words: changeWords(before, after.type, { read, lost }),
        },
      };
    },
    undo: {
      resource,
      fits: (fields) => Before.safeParse(fields).success,
      async run({ db, now }, record_id, fields) {
        const { change, ...given } = Before.parse(fields);
        const { id } = NumberParam.parse({ id: record_id });
        await holdOffExchange(db);
        const attribute = await readStaffAttribute(db, id, true);
        if (!attribute) throw new Refusal('not_undoable');
        const { unit = attribute.unit, filter = attribute.filter } = given;
        const state = { type: given.type, unit, filter };
        await undoTypeChange(db, { attribute_id: id, change_id: change, state }, now);
        await keepAttributeType(db, id, state);
        const names = changedNames(attribute, state);
        return { department_id_1c: null, before: pick(attribute, names), after: pick(state, names) };
      },
    },
  }),
];

type State = z.output<typeof State>;

function changedNames(before: State, after: State): (keyof State)[] {
  return (['type', 'unit', 'filter'] as const).filter((name) => before[name] !== after[name]);
}

function pick(state: State, names: (keyof State)[]): Partial<State> {
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function changeWords(
  { name, type }: StaffAttribute,
  became: StaffAttribute['type'],
  { read, lost }: { read: number; lost: number },
): string {
  const values = `прочитано ${countOf(read, 'значение', 'значения', 'значений')}`;
  const without = lost > 0 ? `, без значения ${countOf(lost, 'товар', 'товара', 'товаров')}` : '';
  return `Вид свойства «${name}»: был ${attributeTypeWords[type]}, стал ${attributeTypeWords[became]}; ${values}${without}`;
}
