import type { DeskLine, HandOver, LineProblem } from '#modules/handover/hand-over.ts';
import { handOverForm } from '#modules/handover/schema.ts';
import type { WaitingLine } from '#modules/orders/hand-over.ts';
import { checkForm } from '#platform/check-form.ts';
import { ensure } from '#shared/ensure.ts';
import { readAmount } from '#shared/unit-words.ts';
import { readSentFiles } from '#web/parts/request/sent-files.ts';

/** What the desk typed of the lines that wait, for the verb. Throws bad_input {fields}. */
export async function readDeskForm(
  form: FormData,
  waiting: Pick<WaitingLine, 'order_line_id' | 'waiting' | 'shown_unit'>[],
): Promise<Pick<HandOver, 'lines' | 'note' | 'seen_due'>> {
  const values: Record<string, string> = checkForm(handOverForm(waiting), form);
  const lines: DeskLine[] = [];
  for (const { order_line_id: id, shown_unit } of waiting) {
    const [photo] = await readSentFiles(form, `photo_${id}`, { most: 1, only: 'photos' });
    lines.push({
      order_line_id: id,
      given: ensure(readAmount(values[`given_${id}`] ?? '', shown_unit)).count,
      problem: (values[`problem_${id}`] || null) as LineProblem | null,
      note: values[`note_${id}`] ?? '',
      photo: photo ? { bytes: photo.bytes, type: photo.type === 'image/png' ? 'image/png' : 'image/jpeg' } : null,
    });
  }
  const { note = '', due = '' } = values;
  return { lines, note, seen_due: readKopecks(due) };
}

/** A sum that the desk was shown, in kopecks; null: the form names none. */
export function readKopecks(text: string): number | null {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
