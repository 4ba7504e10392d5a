import type { DeskLine, LineProblem } from '#modules/handover/hand-over.ts';
import { Refusal } from '#platform/refusal.ts';
import { uploadLimitBytes } from '#shared/constants.ts';

/** What the desk typed, as lines for the verb and as it stood; `problem`: a photograph that cannot be taken. */
export type DeskForm = {
  lines: DeskLine[];
  values: Record<string, string>;
  /** What the page named as to be taken, kopecks. */
  seen_due: number | null;
  problem: Refusal | null;
};

/** Fields `due`, `given_{id}`, `problem_{id}`, `note_{id}`, `photo_{id}` of every line, and `note` of the act. */
export async function readDeskForm(form: FormData): Promise<DeskForm> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value.slice(0, 1_000);
  const ids = Object.keys(values).flatMap((name) => /^given_([0-9]{1,15})$/.exec(name)?.[1] ?? []);
  let problem: Refusal | null = null;
  const lines = await Promise.all(
    ids.map(async (id): Promise<DeskLine> => {
      const photo = await readPhoto(form.get(`photo_${id}`));
      if (photo === 'wrong') problem = wrongPhoto(id);
      return {
        order_line_id: Number(id),
        given: readCount(values[`given_${id}`] ?? ''),
        problem: readProblem(values[`problem_${id}`]),
        note: values[`note_${id}`] ?? '',
        photo: photo === 'wrong' ? null : photo,
      };
    }),
  );
  const seen_due = /^[0-9]{1,15}$/.test(values.due ?? '') ? Number(values.due) : null;
  return { lines, values, seen_due, problem };
}

/** A whole number of sales units; anything else is refused by the verb as a wrong count. */
function readCount(typed: string): number {
  return /^[0-9]{1,5}$/.test(typed.trim()) ? Number(typed) : -1;
}

function readProblem(typed: string | undefined): LineProblem | null {
  return typed === 'shortage' || typed === 'defect' ? typed : null;
}

/** A JPEG or PNG by its first bytes, 5 MB at most; a browser sends an empty file where none was chosen. */
async function readPhoto(value: FormDataEntryValue | null): Promise<DeskLine['photo'] | 'wrong'> {
  if (!(value instanceof File) || value.size === 0) return null;
  if (value.size > uploadLimitBytes) return 'wrong';
  const bytes = Buffer.from(await value.arrayBuffer());
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { bytes, type: 'image/jpeg' };
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return { bytes, type: 'image/png' };
  return 'wrong';
}

function wrongPhoto(id: string): Refusal {
  return new Refusal('bad_input', { fields: { [`photo_${id}`]: 'Нужна фотография jpeg или png не больше 5 МБ' } });
}
