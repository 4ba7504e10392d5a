import { authorWithoutCall, writeAudit } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { hiddenEmail } from '#shared/hidden-contact.ts';
import type { Command, CommandContext } from './command.ts';

const longestWords = 500;
/** What lines of these are about: people, so that they are kept one year. */
const ofPeople = ['staff', 'customers', 'companies', 'cards', 'tickets', 'reviews', 'questions', 'mails'];

/**
 * The line of a command in the journal of the back office, once it has done its work. The values of options stay out of
 * it: one may be a password. Of an email only the beginning stands there.
 */
export async function noteCommand(
  db: Db,
  { name, summary, changes, isChange }: Command,
  { positionals, values }: CommandContext['args'],
): Promise<void> {
  if (changes === undefined || isChange?.(values) === false) return;
  const named = positionals.map((word) => (word.includes('@') ? hiddenEmail(word) : word));
  const typed = ['shop', name, ...named].join(' ');
  await writeAudit(db, authorWithoutCall('терминал', `shop ${name}`), {
    resource: changes,
    record_id: named[0]?.slice(0, 100) ?? null,
    words: `Команда «${typed}»: ${summary}`.slice(0, longestWords),
    isAboutPerson: ofPeople.includes(changes),
  });
}
