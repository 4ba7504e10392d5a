import { type FormRules, formProblems } from '#shared/form-rules.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { uploadProblem, uploadWords } from '#shared/upload-rules.ts';

/** Fields of the form by name, as text: what it sends, and what is put back when it was refused. */
const receivingFields = [
  'type',
  'point',
  'address',
  'date',
  'slot',
  'recipient',
  'recipient_name',
  'recipient_phone',
  'car_plate',
  'unloading_note',
  'accepted_total',
] as const;

export type ReceivingField = (typeof receivingFields)[number];
export type ReceivingValues = Record<ReceivingField, string>;
export type ReceivingErrors = Partial<Record<ReceivingField | 'file', string>>;

export function readReceivingForm(form: FormData): ReceivingValues {
  const read = (name: ReceivingField) => {
    const value = form.get(name);
    const text = typeof value === 'string' ? value.trim() : '';
    return name === 'recipient_phone' ? maskTyped(text) : text;
  };
  return Object.fromEntries(receivingFields.map((name) => [name, read(name)])) as ReceivingValues;
}

function rulesFor(values: ReceivingValues): FormRules<ReceivingField> {
  const isOther = values.recipient === 'person' || values.recipient === 'proxy';
  return {
    ...(values.type === 'delivery' && { address: { label: 'Адрес доставки', required: true, min: 5, max: 400 } }),
    ...(isOther && {
      recipient_name: { label: 'Имя получателя', required: true, min: 2, max: 120 },
      recipient_phone: {
        label: 'Телефон получателя',
        required: true,
        check: 'phone',
      },
    }),
    car_plate: {
      label: 'Номер автомобиля',
      pattern: /^[0-9A-Za-zА-Яа-я\s-]{4,16}$/,
      message: 'Номер автомобиля: от 4 до 12 букв и цифр',
    },
    unloading_note: { label: 'Пожелания к разгрузке', max: 500 },
  };
}

/** Every broken field with its sentence: in the browser on blur and submit, on the server before saving (S5-11). */
export function receivingErrors(values: ReceivingValues, file: { name: string; size: number } | null, isKept: boolean) {
  const errors: ReceivingErrors = formProblems(values, rulesFor(values));
  if (values.recipient === 'proxy') {
    const problem = file ? uploadProblem([file]) : isKept ? null : uploadWords.required;
    if (problem) errors.file = problem;
  }
  return errors;
}

/** The form as the body of PUT …/receiving/ has it. */
export function toReceivingBody(values: ReceivingValues) {
  const isDelivery = values.type === 'delivery';
  const [from, to] = values.slot.split('-');
  return {
    type: values.type,
    department_id_1c: isDelivery ? undefined : values.point,
    address: isDelivery ? values.address : undefined,
    date: values.date,
    slot: values.date && from && to ? { from, to } : undefined,
    recipient:
      values.recipient === 'person' || values.recipient === 'proxy'
        ? { kind: values.recipient, name: values.recipient_name, phone: values.recipient_phone }
        : undefined,
    car_plate: values.car_plate,
    unloading_note: values.unloading_note,
    accepted_total: /^[0-9]{1,11}$/.test(values.accepted_total) ? Number(values.accepted_total) / 100 : undefined,
  };
}

/** Where the words of the verb's schema stand in the form. */
const fieldOfPath: Record<string, ReceivingField | 'file'> = {
  type: 'type',
  department_id_1c: 'point',
  address: 'address',
  date: 'date',
  slot: 'slot',
  'recipient.kind': 'recipient',
  'recipient.name': 'recipient_name',
  'recipient.phone': 'recipient_phone',
  'recipient.power_of_attorney': 'file',
  file: 'file',
  car_plate: 'car_plate',
  unloading_note: 'unloading_note',
};

export function errorsOf(fields: Record<string, string>): ReceivingErrors {
  const errors: ReceivingErrors = {};
  for (const [path, message] of Object.entries(fields)) {
    const field = fieldOfPath[path] ?? fieldOfPath[path.split('.')[0] ?? ''] ?? 'date';
    errors[field] ??= message;
  }
  return errors;
}
