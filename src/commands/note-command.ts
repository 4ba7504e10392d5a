import { authorWithoutCall, writeAudit } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import type { Command, CommandContext } from './command.ts';

const longestWords = 500;

/**
 * The line of a command in the journal of the back office, once it has done its work. The values of options stay out of
 * it: one may be a password.
 */
export async function noteCommand(
  db: Db,
  { name, summary, changes, isChange }: Command,
  { positionals, values }: CommandContext['args'],
): Promise<void> {
  if (changes === undefined || isChange?.(values) === false) return;
  const typed = ['shop', name, ...positionals].join(' ');
  await writeAudit(db, authorWithoutCall('терминал', `shop ${name}`), {
    resource: changes,
    record_id: positionals[0]?.slice(0, 100) ?? null,
    words: `Команда «${typed}»: ${summary}`.slice(0, longestWords),
  });
}
