import { cleanText } from '#shared/clean-text.ts';
import { type FieldRules, fieldProblem } from '#shared/form-rules.ts';
import { uploadLimits, uploadProblem } from '#shared/upload-rules.ts';

/** S3-09: a form as its people make it, fixed ones in the code and dynamic ones in a table alike. Fields are keyed by their field name. */
export type FormSchema = {
  code: string;
  /** The heading. */
  name: string;
  /** A sentence under the heading. */
  lead?: string;
  /** The button's words. */
  button?: string;
  /** What the result says after «Заявка № … принята.» */
  sent?: string;
  /** Reported to the counter when it is opened in a dialog, and when it was taken (S2-43). */
  goals?: { open?: string; sent?: string };
  /** Kinds of things it can be about; one is needed where the form makes no sense without. */
  about?: { kinds: string[]; required?: boolean };
  fields: Record<string, FormField>;
};

/** S3-10. `name` is the label. */
export type FormField = {
  name: string;
  type?: 'text' | 'email' | 'number' | 'date';
  as: 'Input' | 'Phone' | 'Enum' | 'File' | 'Textarea' | 'Checkbox';
  /** How an enumeration is shown (S2-45). */
  look?: 'select' | 'radio';
  order: number;
  rules: FormFieldRules;
  options?: { value: string; name: string }[];
  /** What stands in it at first. */
  value?: string;
  autocomplete?: string;
  hint?: string;
};

/** `min`, `max`: characters of a text, value of a number, a day ('YYYY-MM-DD', or 'today' of the branch), files of a file field. */
export type FormFieldRules = {
  required?: boolean;
  min?: number | string;
  max?: number | string;
  check?: 'inn';
};

/** What is typed, by field name; a set tick is '1', anything else than text is not here. */
export type FormValues = Record<string, string>;

/** Files by field name, as far as their rules look at them. */
export type FormFiles = Record<string, { name: string; size: number }[]>;

/** What was answered, as it is stored and told: the label of the field and the words chosen or typed. */
export type Answer = { field: string; name: string; value: string };

/** The area of the private files. */
export const formFilesArea = 'forms';

/** Ticks under every form: two, because one consent must not hang on the other. */
export const consentFields = {
  consent_personal_data: { purpose: 'personal_data', required: true },
  consent_advertising: { purpose: 'advertising', required: false },
} as const;

/** The engine's own fields of a sent form; no field of a schema may be called so. */
export const ownFields = {
  /** Where a person types nothing and a program does. */
  trap: 'website',
  /** When the form was handed out, signed. */
  stamp: 'stamp',
  /** Names one filling of the form. */
  key: 'key',
  about: 'about',
  page: 'page',
} as const;

const reserved: string[] = [...Object.values(ownFields), ...Object.keys(consentFields), 'intent'];
const fieldNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

/** Field names in the order in which they are shown. */
export function fieldNames({ fields }: FormSchema): string[] {
  return Object.keys(fields).sort((a, b) => fields[a]!.order - fields[b]!.order);
}

/** Whether anything of it is a file. */
export function takesFiles({ fields }: FormSchema): boolean {
  return Object.values(fields).some((field) => field.as === 'File');
}

/** How many files a field takes. */
export function mostFiles({ rules }: FormField): number {
  return Math.min(Number(rules.max ?? uploadLimits.files), uploadLimits.files);
}

/** The schema as it is handed out: «today» becomes the branch's day, so that browser and server compare with the same. */
export function onDay(schema: FormSchema, today: string): FormSchema {
  const dayOf = (bound: number | string | undefined) => (bound === 'today' ? today : bound);
  const fields = Object.entries(schema.fields).map(([name, field]) => {
    if (field.type !== 'date') return [name, field];
    const { min, max } = field.rules;
    const bounds = { ...(min !== undefined && { min: dayOf(min) }), ...(max !== undefined && { max: dayOf(max) }) };
    return [name, { ...field, rules: { ...field.rules, ...bounds } }];
  });
  return { ...schema, fields: Object.fromEntries(fields) };
}

/**
 * Every broken field with its sentence (S5-05…S5-07), in the order of the form, the consents after them. The same in the browser and on the
 * server (S5-11). `schema` is one that `onDay` made.
 */
export function formSchemaProblems(
  schema: FormSchema,
  values: FormValues,
  files: FormFiles = {},
): Partial<Record<string, string>> {
  const problems: Partial<Record<string, string>> = {};
  for (const name of fieldNames(schema)) {
    const problem = formFieldProblem(schema.fields[name]!, values[name] ?? '', files[name] ?? []);
    if (problem) problems[name] = problem;
  }
  for (const [name, { required }] of Object.entries(consentFields)) {
    const problem = fieldProblem(cleanText(values[name] ?? ''), { type: 'checkbox', required }, '');
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** What is wrong with one field, or null. */
function formFieldProblem(field: FormField, value: string, files: FormFiles[string] = []): string | null {
  if (field.as === 'File')
    return uploadProblem(files, { required: Boolean(field.rules.required), most: mostFiles(field) });
  return fieldProblem(cleanText(value), rulesOf(field), field.name);
}

function rulesOf({ as, type, rules, options }: FormField): FieldRules {
  const { required, min, max, check } = rules;
  if (as === 'Checkbox') return { type: 'checkbox', required: Boolean(required) };
  if (as === 'Phone') return { required: Boolean(required), check: 'phone' };
  if (as === 'Enum') return { required: Boolean(required), options: (options ?? []).map(({ value }) => value) };
  return {
    type: type ?? 'text',
    required: Boolean(required),
    ...(min !== undefined && { min }),
    ...(max !== undefined ? { max } : isText(type) && { max: longestText }),
    ...(check && { check }),
  };
}

/** No text is longer, whatever its schema says nothing about. */
const longestText = 4_000;

function isText(type: FormField['type']): boolean {
  return type === undefined || type === 'text' || type === 'email';
}

/** What is wrong with a schema that somebody wrote, in words; empty: it can be used. */
export function schemaMistakes(schema: FormSchema): string[] {
  const names = Object.keys(schema.fields ?? {});
  return [
    ...(/^[a-z][a-z0-9_]{1,59}$/.test(String(schema.code ?? '')) ? [] : ['Код формы: латинские буквы, цифры и «_»']),
    ...(schema.name?.trim() ? [] : ['У формы нет названия']),
    ...(names.length > 0 ? [] : ['В форме нет полей']),
    ...names.flatMap((name) => fieldMistakes(name, schema.fields[name]!)),
  ];
}

const shapes: FormField['as'][] = ['Input', 'Phone', 'Enum', 'File', 'Textarea', 'Checkbox'];

function fieldMistakes(name: string, { name: label, as, options, rules, type }: FormField): string[] {
  if (!fieldNamePattern.test(name)) return [`Имя поля «${name}»: латинские буквы, цифры и «_»`];
  if (reserved.includes(name)) return [`Имя поля «${name}» занято`];
  if (!shapes.includes(as)) return [`Поле «${name}»: нет такого вида «${as}»`];
  if (!label?.trim()) return [`У поля «${name}» нет подписи`];
  if (!rules || typeof rules !== 'object') return [`У поля «${name}» нет правил`];
  if (as === 'Enum' && !options?.length) return [`У списка «${name}» нет вариантов`];
  const isDay = (bound: unknown) =>
    bound === undefined || bound === 'today' || /^\d{4}-\d{2}-\d{2}$/.test(String(bound));
  if (type === 'date' && !(isDay(rules.min) && isDay(rules.max))) return [`Поле «${name}»: границы — дни ГГГГ-ММ-ДД`];
  return [];
}
