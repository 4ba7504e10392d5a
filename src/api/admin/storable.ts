import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';

/** What a column `integer` of the database holds. */
const [least, most] = [-2_147_483_648, 2_147_483_647];

type Given = { params?: unknown; query?: unknown; body?: unknown };
type Schemas = { body?: z.ZodType | undefined };

/**
 * Refuses what the database cannot hold, before any call sees it: numbers beyond an `integer`, unless the schema of
 * the field itself names a greater bound; U+0000 and halves of characters in texts. Throws not_found for such an id in
 * the path, bad_input {fields} for the rest.
 */
export function refuseUnstorable({ body: schema }: Schemas, { params, query, body }: Given): void {
  if (Object.keys(problemsOf(params, new Set())).length > 0) throw new Refusal('not_found');
  const inQuery = problemsOf(query, new Set());
  let inBody = problemsOf(body, new Set());
  // To describe a schema takes a while: only where something is in doubt.
  if (schema && Object.keys(inBody).length > 0) inBody = problemsOf(body, new Set(wideNames(describe(schema))));
  const fields = { ...inQuery, ...inBody };
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

/** By the path of the field. Nesting is as deep as the sender likes, hence no recursion. */
function problemsOf(given: unknown, wide: ReadonlySet<string>): Record<string, string> {
  const problems: Record<string, string> = {};
  const left: { path: string; name: string; value: unknown }[] = [{ path: '', name: '', value: given }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, name, value } = next;
    if (typeof value === 'number' && (value < least || value > most) && !wide.has(name))
      problems[path] = value > 0 ? 'Слишком большое число' : 'Слишком маленькое число';
    if (typeof value === 'string' && !isText(value)) problems[path] = 'Недопустимый знак';
    for (const [key, inner] of entriesOf(value)) {
      if (!isText(key)) problems[path] = 'Недопустимый знак';
      // What stands in a list is named as the list is.
      left.push({ path: path ? `${path}.${key}` : key, name: Array.isArray(value) ? name : key, value: inner });
    }
  }
  return problems;
}

function isText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Of objects and lists as JSON makes them; files and dates are none. */
function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return isPlain ? Object.entries(value) : [];
}

function describe(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** Names of the fields whose schema has a bound of its own beyond an `integer`: their columns are `bigint`. */
function wideNames(described: unknown, name = ''): string[] {
  if (typeof described !== 'object' || described === null) return [];
  const own = 'maximum' in described && isWide(described.maximum) ? [name] : [];
  const inner = Object.entries(described).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([property, one]) => wideNames(one, property))
      : wideNames(value, name),
  );
  return [...own, ...inner];
}

/** `z.int()` alone goes up to the greatest safe integer, which nobody meant. */
function isWide(maximum: unknown): boolean {
  return typeof maximum === 'number' && maximum > most && maximum < Number.MAX_SAFE_INTEGER;
}
