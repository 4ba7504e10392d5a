/** A field of a form as the shop stores it. */
export type FormField = {
  name: string;
  as: 'Input' | 'Phone' | 'Enum' | 'File' | 'Textarea' | 'Checkbox';
  type?: 'text' | 'email' | 'number' | 'date';
  look?: 'select' | 'radio';
  order: number;
  rules: { required?: boolean; min?: number | string; max?: number | string; check?: 'inn' };
  options?: { value: string; name: string }[];
  hint?: string;
  [more: string]: unknown;
};

export type FormSchema = {
  code: string;
  name: string;
  lead?: string;
  button?: string;
  sent?: string;
  fields: Record<string, FormField>;
  [more: string]: unknown;
};

/** Kinds of fields, as whoever puts a form together calls them. */
export const fieldKinds: Record<string, { label: string; shape: Partial<FormField> & Pick<FormField, 'as'> }> = {
  line: { label: 'Строка', shape: { as: 'Input', type: 'text' } },
  email: { label: 'Почта', shape: { as: 'Input', type: 'email' } },
  phone: { label: 'Телефон', shape: { as: 'Phone' } },
  number: { label: 'Число', shape: { as: 'Input', type: 'number' } },
  date: { label: 'Дата', shape: { as: 'Input', type: 'date' } },
  text: { label: 'Большой текст', shape: { as: 'Textarea' } },
  choice: { label: 'Выбор из списка', shape: { as: 'Enum', look: 'select' } },
  radio: { label: 'Выбор кнопками', shape: { as: 'Enum', look: 'radio' } },
  tick: { label: 'Галочка', shape: { as: 'Checkbox' } },
  file: { label: 'Файлы', shape: { as: 'File' } },
};

export function kindOf({ as, type = 'text', look = 'select' }: FormField): string {
  if (as === 'Input') return type === 'text' ? 'line' : type;
  if (as === 'Enum') return look === 'radio' ? 'radio' : 'choice';
  return { Phone: 'phone', Textarea: 'text', Checkbox: 'tick', File: 'file' }[as];
}

/** The same field as another kind; bounds that meant another thing go. */
export function ofKind(field: FormField, kind: string): FormField {
  const { type: _, look: __, options, rules, ...rest } = field;
  const shape = fieldKinds[kind]?.shape ?? { as: 'Input' };
  const kept = shape.as === 'Enum' ? { options: options ?? [] } : {};
  return { ...rest, ...kept, ...shape, rules: rules.required ? { required: true } : {} };
}

/** Fields in the order in which they are shown. */
export function inOrder(fields: Record<string, FormField>): [name: string, field: FormField][] {
  return Object.entries(fields).sort(([, a], [, b]) => a.order - b.order);
}

/** A list of fields → as the shop stores them, numbered. */
export function numbered(fields: [name: string, field: FormField][]): Record<string, FormField> {
  return Object.fromEntries(fields.map(([name, field], at) => [name, { ...field, order: at + 1 }]));
}
