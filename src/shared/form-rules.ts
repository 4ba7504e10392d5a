import { cleanText } from './clean-text.ts';
import { isInn } from './company-numbers.ts';
import { fieldMessages } from './field-messages.ts';
import { toE164 } from './phone.ts';
import { maskTyped } from './phone-mask.ts';
import { photoAccept, uploadAccept, uploadProblem } from './upload-rules.ts';

/**
 * The rules of a form field and what is said when one is broken (S5-06). Data and pure functions, so that the browser
 * and the server say the same sentence (S5-11) and no library of schemas is sent to the browser.
 */
export type FieldRules = {
  type?: 'text' | 'email' | 'phone' | 'inn' | 'number' | 'date' | 'checkbox' | 'files';
  required?: boolean;
  /** Characters of a text, value of a number, first date ('YYYY-MM-DD'); the most files of a file field. */
  min?: number | string;
  max?: number | string;
  /** One of these; anything else is said in the default sentence (S5-05). */
  options?: readonly string[];
  /** A shape beyond the types; broken, it is said in `wrong` or in the default sentence (S5-05). */
  pattern?: RegExp;
  /** A rule of its own, maybe with other fields of the form: its sentence, or null. */
  check?: (text: string, values: FieldValues) => string | null;
  /** Said of an empty value and of a wrong one where the requirements fix a sentence for this field. */
  empty?: string;
  wrong?: string;
  /** Which files: pictures alone, or every type of S5-07. */
  only?: 'photos';
  /** Which files, where they are others; `refusedEndings`: what is said of some that people send instead, by ending. */
  endings?: readonly string[];
  refusedEndings?: Readonly<Record<string, string>>;
};

/** One field of a form: its rules, and what is drawn of it by `web/parts/forms/form-field.tsx`. */
export type FieldSchema = FieldRules & {
  /** Always visible, and the name in the default sentence (S5-05). */
  label: string;
  /** Whether it counts for what is chosen elsewhere in the form; a field that does not is not judged. */
  when?: (values: FieldValues, files: FieldFiles) => boolean;
  /** How what was typed is read; without it `cleanText`, a phone in its mask. */
  clean?: (typed: string) => string;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  /** A text of digits: the keyboard that has them. */
  inputMode?: 'numeric';
  /** What stands in a phone field after each keystroke; without it the common mask (S5-02). */
  mask?: (text: string) => string;
  /** Rows of a text of several lines. */
  lines?: number;
  /** A choice of these: words by value. Drawn as a list, or as `radio`. */
  choices?: Readonly<Record<string, string>>;
  look?: 'radio';
};

/** The schema of a form: its fields by name, in the order in which they stand and are judged. */
export type FormRules<Name extends string = string> = Readonly<Partial<Record<Name, FieldSchema>>>;

export type FieldValues = Partial<Record<string, string>>;
export type FieldFiles = Partial<Record<string, { name: string; size: number }[]>>;
export type FieldErrors = Partial<Record<string, string>>;

/** What is typed in each field of a schema; a field that the schema may leave out may be missing. */
export type TextsOf<Rules extends FormRules> = {
  -readonly [Name in keyof Rules as Rules[Name] extends { type: 'files' } ? never : Name]: string;
};

/**
 * Reads the fields of `rules` out of a sent form, or of the form as it stands in the browser: texts and files by field.
 * Also out of plain values, where a set tick is `true` and there are no files.
 */
export function readForm<Rules extends FormRules>(
  rules: Rules,
  given: FormData | Partial<Record<keyof Rules, unknown>>,
): { values: TextsOf<Rules>; files: Partial<Record<string, File[]>> } {
  const form = given instanceof FormData ? given : null;
  const values: FieldValues = {};
  const files: Partial<Record<string, File[]>> = {};
  for (const [name, field] of fieldsOf(rules)) {
    if (field.type === 'files') {
      if (form) files[name] = form.getAll(name).filter(isChosen);
      continue;
    }
    const typed = form ? form.get(name) : (given as Record<string, unknown>)[name];
    values[name] = readText(typed === true ? '1' : typeof typed === 'string' ? typed : '', field);
  }
  return { values: values as TextsOf<Rules>, files };
}

/** A typed text as its field reads it. */
export function readText(typed: string, { type, clean }: FieldSchema): string {
  if (clean) return clean(typed);
  return type === 'phone' ? maskTyped(cleanText(typed)) : cleanText(typed);
}

/** Every text of a form as it was typed. */
export function textsOf(form: FormData): FieldValues {
  const values: FieldValues = {};
  for (const [name, typed] of form) if (typeof typed === 'string') values[name] = typed;
  return values;
}

/** A file field left alone sends one file without name and content. */
function isChosen(file: FormDataEntryValue): file is File {
  return file instanceof File && (file.name !== '' || file.size > 0);
}

/**
 * Every broken field with its sentence, in the order of the rules: what a submit shows (S4-18). Without `files` no file
 * is judged.
 */
export function formProblems<Name extends string>(
  values: Partial<Record<Name, string>>,
  rules: FormRules<Name>,
  files?: FieldFiles,
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {};
  for (const [name, field] of fieldsOf(rules)) {
    if (field.when && !field.when(values, files ?? {})) continue;
    const problem =
      field.type === 'files'
        ? files && filesProblem(files[name] ?? [], field)
        : fieldProblem(values[name] ?? '', field, field.label, values);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** For `accept` of a file field. */
export function acceptOf({ only, endings }: FieldRules): string {
  if (endings) return endings.map((ending) => `.${ending}`).join(',');
  return only === 'photos' ? photoAccept : uploadAccept;
}

function filesProblem(files: { name: string; size: number }[], rules: FieldRules): string | null {
  const { required, max, only, endings, refusedEndings } = rules;
  return uploadProblem(files, {
    required: required ?? false,
    ...(max !== undefined && { most: Number(max) }),
    ...(only && { only }),
    ...(endings && { endings }),
    ...(refusedEndings && { refusedEndings }),
  });
}

/** Name and field of all that are there, in their order. */
export function fieldsOf<Name extends string>(rules: FormRules<Name>): [Name, FieldSchema][] {
  return (Object.entries(rules) as [Name, FieldSchema | undefined][]).filter(
    (entry): entry is [Name, FieldSchema] => entry[1] !== undefined,
  );
}

/**
 * What is wrong with the value, or null. An empty value breaks only `required`. `label` stands in the default sentence
 * (S5-05).
 */
export function fieldProblem(
  value: string,
  rules: FieldRules & Pick<Partial<FieldSchema>, 'choices'>,
  label: string,
  values: FieldValues = {},
): string | null {
  const text = value.trim();
  if (text === '') {
    if (!rules.required) return null;
    return rules.empty ?? (rules.type === 'checkbox' ? fieldMessages.unchosen : fieldMessages.required);
  }
  if (rules.type === 'checkbox') return null;
  const problem = textProblem(text, rules, label) ?? rules.check?.(text, values);
  return problem ? (rules.wrong ?? problem) : null;
}

function textProblem(
  text: string,
  {
    choices,
    options = choices && Object.keys(choices),
    pattern,
    ...rules
  }: FieldRules & { choices?: FieldSchema['choices'] },
  label: string,
): string | null {
  const isOffered = !options || options.includes(text);
  const isShaped = !pattern || pattern.test(text);
  return typeProblem(text, rules, label) ?? (isOffered && isShaped ? null : `${label} is not valid.`);
}

function typeProblem(text: string, { type = 'text', min, max }: FieldRules, label: string): string | null {
  switch (type) {
    case 'email':
      return emailPattern.test(text) ? lengthProblem(text, min, max) : fieldMessages.format;
    case 'phone':
      return toE164(text) === null ? fieldMessages.phone : null;
    case 'inn':
      return isInn(text) ? null : fieldMessages.inn;
    case 'number': {
      const number = Number(text.replace(/(?<=\d)[\s\u00a0\u202f](?=\d)/g, '').replace(',', '.'));
      if (!Number.isFinite(number)) return fieldMessages.number;
      if (min !== undefined && number < Number(min)) return fieldMessages.minValue(min);
      if (max !== undefined && number > Number(max)) return fieldMessages.maxValue(max);
      return null;
    }
    case 'date': {
      if (!isDate(text)) return `${label} is not valid.`;
      if (min !== undefined && text < String(min)) return `Дата не раньше ${russianDate(String(min))}`;
      if (max !== undefined && text > String(max)) return `Дата не позже ${russianDate(String(max))}`;
      return null;
    }
    default:
      return lengthProblem(text, min, max);
  }
}

function lengthProblem(text: string, min: FieldRules['min'], max: FieldRules['max']): string | null {
  const length = [...text].length;
  if (min !== undefined && length < Number(min)) return fieldMessages.minLength(min);
  if (max !== undefined && length > Number(max)) return fieldMessages.maxLength(max);
  return null;
}

// One @, no spaces, a dot in the domain: enough to catch slips; only an email proves an address.
const emailPattern = /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** As formatDay of dates.ts, without that file: every page with a form would load it. */
function russianDate(date: string): string {
  return date.split('-').reverse().join('.');
}
