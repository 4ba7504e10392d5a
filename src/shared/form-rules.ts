import { isInn } from './company-numbers.ts';
import { fieldMessages } from './field-messages.ts';
import { toE164 } from './phone.ts';

/**
 * The rules of a form field and what is said when one is broken (S5-06). Pure, so that the browser and the server say the same
 * sentence (S5-11).
 */
export type FieldRules = {
  type?: 'text' | 'email' | 'number' | 'checkbox' | 'date';
  required?: boolean;
  /** Characters of a text, value of a number, first date ('YYYY-MM-DD'). */
  min?: number | string;
  max?: number | string;
  /** One of these; anything else is said in the default sentence (S5-05). */
  options?: readonly string[];
  /** A number with a law of its own. */
  check?: keyof typeof checks;
  /** A shape beyond the types; broken, it is said in `message` or in the default sentence (S5-05). */
  pattern?: RegExp;
  message?: string;
};

const checks = {
  phone: { isGood: (text: string) => toE164(text) !== null, message: fieldMessages.phone },
  inn: { isGood: isInn, message: fieldMessages.inn },
} as const;

/** Rules by field name. */
export type FormRules<Name extends string = string> = Partial<Record<Name, FieldRules & { label: string }>>;

/** What is wrong with the value, or null. An empty value breaks only `required`. `label` stands in the default sentence (S5-05). */
export function fieldProblem(value: string, rules: FieldRules, label: string): string | null {
  const text = value.trim();
  if (rules.type === 'checkbox') return rules.required && text === '' ? fieldMessages.unchosen : null;
  if (text === '') return rules.required ? fieldMessages.required : null;
  const problem = typeProblem(text, rules, label);
  if (problem) return problem;
  if (rules.check && !checks[rules.check].isGood(text)) return checks[rules.check].message;
  if (rules.options && !rules.options.includes(text)) return `${label} is not valid.`;
  return rules.pattern && !rules.pattern.test(text) ? (rules.message ?? `${label} is not valid.`) : null;
}

/** Every broken field with its sentence, in the order of the rules: what a submit shows (S4-18). */
export function formProblems<Name extends string>(
  values: Partial<Record<Name, string>>,
  rules: FormRules<Name>,
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(rules) as Name[]) {
    const rule = rules[name];
    const problem = rule && fieldProblem(values[name] ?? '', rule, rule.label);
    if (problem) problems[name] = problem;
  }
  return problems;
}

function typeProblem(text: string, { type = 'text', min, max }: FieldRules, label: string): string | null {
  switch (type) {
    case 'email':
      return emailPattern.test(text) ? lengthProblem(text, min, max) : fieldMessages.format;
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

// One @, no spaces, a dot in the domain: enough to catch slips; only a letter proves an address.
const emailPattern = /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function russianDate(date: string): string {
  return date.split('-').reverse().join('.');
}
