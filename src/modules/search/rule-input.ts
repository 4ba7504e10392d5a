import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { termsOf } from './plan/read-rules.ts';

/** Words of a rule as they are kept. Throws bad_input at this field. */
export function phraseOf(text: string, field: string): string {
  const phrase = text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  if (phrase.length < 2 || phrase.length > 80 || termsOf(phrase).length === 0)
    throw new Refusal('bad_input', { fields: { [field]: 'От 2 до 80 знаков, с буквами или цифрами' } });
  return phrase;
}

/** null: all branches. Throws unknown_department. */
export async function departmentOf(db: Db, id_1c: string | null | undefined): Promise<string | null> {
  if (!id_1c) return null;
  const known = await db.selectFrom('departments').select('id_1c').where('id_1c', '=', id_1c).executeTakeFirst();
  if (!known) throw new Refusal('unknown_department');
  return known.id_1c;
}
