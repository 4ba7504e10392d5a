import { personName, phone, place, street } from '#shared/form-fields.ts';
import type { FieldErrors, FieldSchema, FieldValues, FormRules, TextsOf } from '#shared/form-rules.ts';
import { joinAddress } from './address.ts';
import { carryingFields } from './carrying-fields.ts';
import { carryingOf } from './carrying-offers.ts';
import { slotOf } from './slot-choice.ts';

const isDelivery = ({ type }: FieldValues) => type === 'delivery';
const isOther = ({ recipient }: FieldValues) => recipient === 'person' || recipient === 'proxy';

const carPlate = {
  label: 'Номер автомобиля',
  pattern: /^[0-9A-Za-zА-Яа-я\s-]{4,16}$/,
  wrong: 'Номер автомобиля: от 4 до 12 букв и цифр',
  autoComplete: 'off',
  hint: 'Например, А123ВС35',
} satisfies FieldSchema;

/** «Я подъехал». */
export const arrivalForm = {
  car_plate: { ...carPlate, label: 'Номер автомобиля, если вы на машине' },
} satisfies FormRules;

/** S2-19: where, when and by whom an order is received. `isFileKept`: a power of attorney is there already. */
export const receivingForm = (isFileKept: boolean) =>
  ({
    type: { label: 'Получение' },
    point: { label: 'Пункт выдачи' },
    // An order that came by the API may have it all in one line.
    place: { ...place, required: false, when: isDelivery },
    address: { ...street, max: 400, when: isDelivery },
    ...carryingFields(isDelivery),
    date: { label: 'День' },
    slot: { label: 'Время' },
    recipient: { label: 'Кто получит' },
    recipient_name: { ...personName, label: 'Имя и фамилия получателя', autoComplete: 'off', when: isOther },
    recipient_phone: {
      ...phone,
      label: 'Телефон получателя',
      autoComplete: 'off',
      placeholder: '+7 (___)-___-__-__',
      when: isOther,
    },
    file: {
      label: 'Копия доверенности',
      type: 'files',
      max: 1,
      required: !isFileKept,
      when: ({ recipient }) => recipient === 'proxy',
    },
    // The buyer's own car: goods that are delivered come by the shop's.
    car_plate: { ...carPlate, when: ({ type }) => type !== 'delivery' },
    unloading_note: { label: 'Пожелания к погрузке и разгрузке', max: 500, lines: 2 },
    accepted_total: { label: 'Сумма' },
  }) satisfies FormRules;

type Rules = ReturnType<typeof receivingForm>;
export type ReceivingField = keyof Rules;
export type ReceivingValues = TextsOf<Rules>;

/** The form as the body of PUT …/receiving/ has it. */
export function toReceivingBody(values: ReceivingValues) {
  return {
    type: values.type,
    department_id_1c: isDelivery(values) ? undefined : values.point,
    address: isDelivery(values) ? joinAddress(values) : undefined,
    carrying: isDelivery(values) ? carryingOf(values) : null,
    date: values.date,
    slot: values.date ? slotOf(values.slot) : null,
    recipient:
      values.recipient === 'person' || values.recipient === 'proxy'
        ? { kind: values.recipient, name: values.recipient_name, phone: values.recipient_phone }
        : undefined,
    car_plate: isDelivery(values) ? '' : values.car_plate,
    unloading_note: values.unloading_note,
    accepted_total: /^[0-9]{1,11}$/.test(values.accepted_total) ? Number(values.accepted_total) / 100 : undefined,
  };
}

/** Where the words of the verb's schema stand in the form, when they are not called as the field. */
const fieldOfPath: Record<string, ReceivingField> = {
  department_id_1c: 'point',
  'carrying.floor': 'floor',
  'recipient.kind': 'recipient',
  'recipient.name': 'recipient_name',
  'recipient.phone': 'recipient_phone',
  'recipient.power_of_attorney': 'file',
};

export function errorsOf(fields: Record<string, string>): FieldErrors {
  const names = receivingForm(false);
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(fields)) {
    const [first = ''] = path.split('.');
    const field = fieldOfPath[path] ?? (first in names ? first : 'date');
    errors[field] ??= message;
  }
  return errors;
}
