import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';

/**
 * Zod's own sentences in Russian, for every rule of a schema that states none of its own (S7-35): the calls, the pages
 * and the commands answer with them. Importing this file is enough.
 */
z.config({ localeError: inputMessage });

/** What is wrong, by the path of each field: `{'blocks.0.title': …}`; the first sentence of each. */
export function inputFields({ issues }: z.ZodError): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'body', message]).reverse());
}

/** The sentence for one broken rule; the input itself is never repeated in it. */
function inputMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? fieldMessages.required
        : (typeMessages[issue.expected] ?? fieldMessages.format);
    case 'too_small':
      return sizeMessage(issue.origin, 'min', Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return sizeMessage(issue.origin, 'max', Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_value':
      if (issue.input === undefined || issue.input === null) return fieldMessages.required;
      return issue.values.length > 1 && issue.values.length <= 20
        ? `Допустимые значения: ${issue.values.map(String).join(', ')}`
        : 'Недопустимое значение';
    case 'not_multiple_of':
      return `Должно делиться на ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'Лишние поля';
    default:
      return fieldMessages.format;
  }
}

const typeMessages: Partial<Record<string, string>> = {
  number: fieldMessages.number,
  int: 'Должно быть целым числом',
  string: 'Должно быть строкой',
  boolean: 'Должно быть true или false',
  array: 'Должно быть списком',
  object: 'Должно быть объектом',
  record: 'Должно быть объектом',
  date: 'Должно быть датой',
};

function sizeMessage(origin: string, side: 'min' | 'max', limit: number, isInclusive: boolean): string {
  if (origin === 'string') {
    if (side === 'min' && limit === 1) return fieldMessages.required;
    return side === 'min' ? fieldMessages.minLength(limit) : fieldMessages.maxLength(limit);
  }
  if (origin === 'array' || origin === 'set' || origin === 'map' || origin === 'object')
    return side === 'min' ? `Не меньше значений в списке: ${limit}` : `Не больше значений в списке: ${limit}`;
  if (origin === 'date') return fieldMessages.format;
  if (!isInclusive) return side === 'min' ? `Должно быть больше ${limit}` : `Должно быть меньше ${limit}`;
  return side === 'min' ? fieldMessages.minValue(limit) : fieldMessages.maxValue(limit);
}
