import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { fieldProblem } from '#shared/form-rules.ts';

/** How the person is called in letters and orders. Throws bad_input at `full_name`. */
export async function renameUser(db: Db, user_id: string, typed: string): Promise<void> {
  const full_name = cleanText(typed).replace(/\s+/g, ' ');
  const problem = fieldProblem(full_name, { required: true, min: 2, max: 120 }, 'Имя и фамилия');
  if (problem) throw new Refusal('bad_input', { fields: { full_name: problem } });
  await db.updateTable('users').set({ full_name }).where('id', '=', user_id).execute();
}
