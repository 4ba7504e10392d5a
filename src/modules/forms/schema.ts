import { advertisingConsent, personalDataConsent } from '#shared/form-fields.ts';
import {
  type FieldErrors,
  type FieldFiles,
  type FieldSchema,
  type FormRules,
  formProblems,
  readForm,
} from '#shared/form-rules.ts';
import { uploadLimits } from '#shared/upload-rules.ts';

/**
 * S3-09: a form as its people make it, fixed ones in the code and dynamic ones in a table alike. Fields are keyed by
 * their field name.
 */
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
  /** A message to the shop, maybe a complaint, or a job application: no advertising is offered under it. */
  is_message?: boolean;
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

/**
 * `min`, `max`: characters of a text, value of a number, a day ('YYYY-MM-DD', or 'today' of the branch), files of a
 * file field.
 */
export type FormFieldRules = {
  required?: boolean;
  min?: number | string;
  max?: number | string;
  check?: 'inn';
};

/** What is typed, by field name; a set tick is '1', anything else than text is not here. */
export type FormValues = Record<string, string>;

/** What was answered, as it is stored and told: the label of the field and the words chosen or typed. */
export type Answer = { field: string; name: string; value: string };

/** The area of the private files. */
export const formFilesArea = 'forms';

/** Ticks under a form: two, because one consent must not hang on the other; a message has the first alone. */
export const consentFields = {
  consent_personal_data: 'personal_data',
  consent_advertising: 'advertising',
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
  return Object.entries(fields)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([name]) => name);
}

/** Whether anything of it is a file. */
export function takesFiles({ fields }: FormSchema): boolean {
  return Object.values(fields).some((field) => field.as === 'File');
}

/** How many files a field takes. */
function mostFiles({ rules }: FormField): number {
  return Math.min(Number(rules.max ?? uploadLimits.files), uploadLimits.files);
}

/**
 * The schema as it is handed out: «today» becomes the branch's day, so that browser and server compare with the same.
 */
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

/** The schema as the form kit reads it, the consents after its own fields. `schema` is one that `onDay` made. */
export function rulesOfForm(schema: FormSchema): FormRules {
  return {
    ...Object.fromEntries(fieldNames(schema).map((name) => [name, fieldOf(schema.fields[name] as FormField)])),
    consent_personal_data: personalDataConsent,
    ...(schema.is_message ? null : { consent_advertising: advertisingConsent }),
  };
}

/** Every broken field with its sentence (S5-05…S5-07). The same in the browser and on the server (S5-11). */
export function formSchemaProblems(schema: FormSchema, given: FormValues, files: FieldFiles = {}): FieldErrors {
  const rules = rulesOfForm(schema);
  return formProblems(readForm(rules, given).values, rules, files);
}

function fieldOf(field: FormField): FieldSchema {
  const { name: label, as, options = [], look, hint, autocomplete: autoComplete = 'off' } = field;
  const { required = false, min, max, check } = field.rules;
  const drawn = { label, required, ...(hint && { hint }) };
  switch (as) {
    case 'Checkbox':
      return { ...drawn, type: 'checkbox' };
    case 'Phone':
      return { ...drawn, type: 'phone', autoComplete: 'tel' };
    case 'File':
      return { ...drawn, type: 'files', max: mostFiles(field) };
    case 'Enum': {
      const choices = Object.fromEntries(options.map(({ value, name }) => [value, name]));
      return { ...drawn, choices, ...(look === 'radio' && { look }) };
    }
    default: {
      const type = check ?? field.type ?? 'text';
      return {
        ...drawn,
        type,
        autoComplete,
        ...(min !== undefined && { min }),
        ...(max !== undefined ? { max } : (type === 'text' || type === 'email') && { max: longestText }),
        ...(as === 'Textarea' && { lines: 3 }),
      };
    }
  }
}

/** No text is longer, whatever its schema says nothing about. */
const longestText = 4_000;

/** What is wrong with a schema that somebody wrote, in words; empty: it can be used. */
export function schemaMistakes(schema: FormSchema): string[] {
  const fields = Object.entries(schema.fields ?? {});
  return [
    ...(/^[a-z][a-z0-9_]{1,59}$/.test(String(schema.code ?? '')) ? [] : ['Код формы: латинские буквы, цифры и «_»']),
    ...(schema.name?.trim() ? [] : ['У формы нет названия']),
    ...(fields.length > 0 ? [] : ['В форме нет полей']),
    ...fields.flatMap(([name, field]) => fieldMistakes(name, field)),
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
