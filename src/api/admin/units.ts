import { z } from 'zod';
import { listUnits, readUnit, saveUnit, UnitInput } from '#modules/catalogue/save-unit.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, IdParam } from './route.ts';

const Unit = z.object({
  /** As 1C and the goods name it. */
  id: z.string(),
  /** Goods that are sold by it. */
  products: z.int(),
  /** null: nobody has described it yet, and people read its name as it is. */
  short: z.string().nullable(),
  /** Sales units in one that people see: 10 for «0,1 м» shown in metres. */
  parts: z.int().nullable(),
  /** After a number stands the short form: «5 м», not «5 метров». */
  is_counted_short: z.boolean().nullable(),
  /** 1 пара, 2 пары, 5 пар, за пару, от 1 пары, от 5 пар. */
  forms: z.array(z.string()).nullable(),
});

/** How people read the units of goods. */
export const unitRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/units',
    summary: 'Единицы товаров',
    permission: 'catalogue.read',
    response: z.object({ items: z.array(Unit), total: z.int() }),
    async run({ db }) {
      const items = (await listUnits(db)).map(({ name, ...unit }) => ({ id: name, ...unit }));
      return { items, total: items.length };
    },
  }),
  ...adminRecord({
    url: '/api/admin/units/:id',
    resource: 'units',
    summaries: { read: 'Единица', write: 'Описание единицы: сокращение, склонение, доли' },
    permissions: { read: 'catalogue.read', write: 'catalogue.write' },
    params: IdParam,
    response: Unit,
    body: UnitInput.omit({ name: true }).partial(),
    isUndoable: true,
    async read({ db, params }) {
      const unit = await readUnit(db, String(params.id));
      if (!unit) return null;
      const { name, ...fields } = unit;
      return { id: name, ...fields };
    },
    editable: ({ short, parts, is_counted_short, forms }) => ({ short, parts, is_counted_short, forms }),
    async change({ db, body }, { id, products: _, ...before }) {
      const whole = UnitInput.parse({
        name: id,
        short: before.short ?? id,
        parts: before.parts ?? 1,
        is_counted_short: before.is_counted_short ?? before.forms === null,
        forms: before.forms,
        ...body,
      });
      await saveUnit(db, whole);
      return { words: `Описана единица «${id}»` };
    },
  }),
];
