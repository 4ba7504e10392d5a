import { z } from 'zod';
import { fieldMessages } from '#shared/field-messages.ts';
import {
  type FieldErrors,
  type FieldSchema,
  type FormRules,
  fieldProblem,
  formProblems,
  readForm,
  readText,
  type TextsOf,
} from '#shared/form-rules.ts';
import { Refusal } from './refusal.ts';

/**
 * The texts of a sent form, or of the same fields given by a program, read and judged by its schema; files are judged
 * by name and size, and only where there is a form. Throws bad_input with the browser's own sentences by field (S5-11).
 */
export function checkForm<Rules extends FormRules>(
  rules: Rules,
  given: FormData | Partial<Record<keyof Rules, unknown>>,
): TextsOf<Rules> {
  const { values, files } = readForm(rules, given);
  refuseFields(formProblems(values, rules, given instanceof FormData ? files : undefined));
  return values;
}

/** Refuses with these words at their fields when there are any. */
export function refuseFields(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new Refusal('bad_input', { fields: problems });
}

/** A field of a form as a part of a call's input: read by the same rules and refused with the same sentence. */
export function fieldInput(field: FieldSchema) {
  return z.string(fieldMessages.required).transform((typed, { issues }) => {
    const text = readText(typed, field);
    const message = fieldProblem(text, field, field.label);
    if (message) issues.push({ code: 'custom', message, input: typed });
    return text;
  });
}
