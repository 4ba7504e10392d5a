import { type EmailWords, emailKinds } from '#modules/mail/email-kinds.ts';
import { type EmailPlace, emailPlaceOf, readEmailWords, saveEmailWords } from '#modules/mail/email-texts.ts';
import { Refusal } from '#platform/refusal.ts';
import type { RecordOfDrafts } from '../kinds.ts';

/** Held by the lock of the record alone: a kind without words of the shop has no row. */
export const emailTexts: RecordOfDrafts = {
  async read(db, record_id) {
    const place = emailPlaceOf(record_id);
    if (!place) return null;
    const { words } = await readEmailWords(db, place);
    return {
      title: emailKinds[place.kind].name,
      department_id_1c: place.department_id_1c,
      fields: { ...words },
    };
  },
  async change(db, record_id, patch) {
    const place = emailPlaceOf(record_id);
    if (!place) throw new Refusal('not_found');
    await saveEmailWords(db, place, patch as Partial<EmailWords>);
    return { words: `Слова письма «${nameOf(place)}» изменены` };
  },
  files: () => [],
};

function nameOf({ kind }: EmailPlace): string {
  return emailKinds[kind].name;
}
