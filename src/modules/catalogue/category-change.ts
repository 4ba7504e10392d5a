import { z } from 'zod';
import { Name, PageCode } from '#platform/text-inputs.ts';
import type { StaffCategory } from './save-category.ts';

/** What staff change of a category; each field by itself. */
export const CategoryChange = z
  .strictObject({
    name: Name,
    short_name: Name.nullable(),
    code: PageCode,
    description: z.string().max(20_000, 'Не длиннее 20 000 знаков').nullable(),
    is_on: z.boolean(),
    /** id_1c of branches whose menu names it from now on. */
    menus: z.array(z.string().max(40)).max(1_000),
  })
  .partial();
export type CategoryChange = z.output<typeof CategoryChange>;

/** The fields of a category that staff may set, by their names. */
export function fieldsOfCategory({ name, short_name, code, description, is_on, menus }: StaffCategory) {
  return { name, short_name, code, description, is_on, menus };
}

/** A change of a category as the audit log tells it. */
export function categoryChangeWords(before: StaffCategory, change: CategoryChange): string {
  const isSwitched = change.is_on !== undefined && change.is_on !== before.is_on;
  return isSwitched
    ? `Раздел «${before.name}» ${change.is_on ? 'включён' : 'выключен'}`
    : `Изменён раздел «${change.name ?? before.name}»`;
}
