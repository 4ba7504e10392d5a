import type { FieldSchema, FieldValues } from '#shared/form-rules.ts';

const isLifted = ({ carrying }: FieldValues) => carrying === 'lift' || carrying === 'stairs';

/** Unloading and lifting, asked wherever a delivery is; `isDelivery` says when. */
export const carryingFields = (isDelivery: (values: FieldValues) => boolean) =>
  ({
    carrying: { label: 'Разгрузка и подъём', when: isDelivery },
    floor: {
      label: 'Этаж',
      required: true,
      type: 'number',
      min: 1,
      max: 100,
      pattern: /^[0-9]+$/,
      wrong: 'Укажите этаж: от 1 до 100',
      autoComplete: 'off',
      when: (values) => isDelivery(values) && isLifted(values),
    },
  }) satisfies Record<string, FieldSchema>;
