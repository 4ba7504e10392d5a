import { z } from 'zod';
import { Name } from '#platform/text-inputs.ts';
import type { StaffAttribute } from './save-attribute.ts';

/** What staff change of an attribute; each field by itself. */
export const AttributeChange = z
  .strictObject({
    name: Name,
    unit: z.string().trim().min(1).max(50).nullable(),
    filter: z.enum(['values', 'range']).nullable(),
    group_name: Name,
    position: z.int().min(0).max(100_000),
  })
  .partial();
export type AttributeChange = z.output<typeof AttributeChange>;

/** The fields of an attribute that staff may set, by their names. */
export function fieldsOfAttribute({ name, unit, filter, group_name, position }: StaffAttribute) {
  return { name, unit, filter, group_name, position };
}

/** A change of an attribute as the audit log tells it. */
export function attributeChangeWords(before: StaffAttribute, change: AttributeChange): string {
  return `Изменено свойство «${change.name ?? before.name}»`;
}
