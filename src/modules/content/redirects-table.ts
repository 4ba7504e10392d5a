import { createHash } from 'node:crypto';
import { listDepartments, publicParent } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { tableRows } from '#shared/csv.ts';
import { countOf } from '#shared/plurals.ts';
import { addStep, problemOfStep, readRedirectGraph } from './redirect-graph.ts';
import { redirectKey } from './redirects.ts';
import { readPaths, saveRedirects } from './staff-redirects.ts';

/** So many rows of a table at once. */
const mostRedirectRows = 5_000;

export const redirectsHead = ['Откуда', 'Куда', 'Филиал', 'Код', 'Переходов', 'Последний'];

type PlannedRow = { from_path: string; to_path: string; department_id_1c: string | null; status: 301 | 302 };

/** What a table of redirects would do; the numbers and the refusals add up to its rows. */
export type RedirectsPlan = {
  create: number;
  change: number;
  same: number;
  refused: { row: number; words: string }[];
  /** Of what would be done: what is confirmed is what was seen. */
  hash: string;
};

/** Why who brings the table may not redirect in a branch, or (null) in all; null: they may. */
type WhyNotOwn = (department_id_1c: string | null) => string | null;

/** `csv`: a table whose columns are those of `redirectsHead`, the head among them or not. */
export async function rehearseRedirects(db: Db, csv: string, whyNotOwn: WhyNotOwn): Promise<RedirectsPlan> {
  return (await planOf(db, csv, whyNotOwn)).plan;
}

/** Does what was rehearsed; refused rows stay out. Throws bad_input: something has changed since. */
export async function importRedirects(
  db: Db,
  csv: string,
  whyNotOwn: WhyNotOwn,
  hash: string,
  now = new Date(),
): Promise<RedirectsPlan> {
  const { plan, planned } = await planOf(db, csv, whyNotOwn);
  if (plan.hash !== hash)
    throw new Refusal('bad_input', {}, 'За это время перенаправления изменились. Проверьте таблицу ещё раз');
  await saveRedirects(db, planned, now);
  return plan;
}

async function planOf(
  db: Db,
  csv: string,
  whyNotOwn: WhyNotOwn,
): Promise<{ plan: RedirectsPlan; planned: PlannedRow[] }> {
  const rows = rowsOf(csv);
  const body = rows[0]?.[0]?.trim() === redirectsHead[0] ? rows.slice(1) : rows;
  const offset = rows.length - body.length + 1;
  if (body.length > mostRedirectRows)
    throw new Refusal('bad_input', {
      fields: { csv: `Не больше ${countOf(mostRedirectRows, 'строки', 'строк', 'строк')} за раз` },
    });
  const [graph, departments] = await Promise.all([readRedirectGraph(db), listDepartments(db)]);
  const known = departments.filter(({ parent, branch_id_1c }) => parent === publicParent && branch_id_1c === null);
  const plan: RedirectsPlan = { create: 0, change: 0, same: 0, refused: [], hash: '' };
  const planned: PlannedRow[] = [];
  for (const [at, cells] of body.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    try {
      const row = readRow(cells, known);
      const why = whyNotOwn(row.department_id_1c);
      if (why !== null) throw new Refusal('bad_input', {}, why);
      const step = { from: row.from_path, to: redirectKey(row.to_path), branch: row.department_id_1c ?? '' };
      const before = graph.steps.get(step.from)?.get(step.branch);
      if (before === step.to) {
        plan.same += 1;
        continue;
      }
      const problem = problemOfStep(graph, step);
      if (problem) throw new Refusal('bad_input', {}, problem);
      addStep(graph, step);
      planned.push(row);
      plan[before === undefined ? 'create' : 'change'] += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      plan.refused.push({ row: at + offset, words: wordsOf(error) });
    }
  }
  plan.hash = createHash('sha256')
    .update(JSON.stringify([planned, plan.refused]))
    .digest('hex')
    .slice(0, 32);
  return { plan, planned };
}

/** Semicolons are what Excel writes in Russian. */
function rowsOf(csv: string): string[][] {
  const text = csv.replace(/^\ufeff/, '').trimEnd();
  const [head = ''] = text.split('\n', 1);
  const separator = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ';';
  return text === '' ? [] : tableRows(text, separator);
}

function readRow(cells: string[], departments: { id_1c: string; name_for_site: string }[]): PlannedRow {
  const [from_path = '', to_path = '', branch = '', status = ''] = cells.map((cell) => cell.trim());
  const { from, to } = readPaths({ from_path, to_path });
  const department = departments.find(({ id_1c, name_for_site }) => [id_1c, name_for_site].includes(branch));
  if (branch !== '' && branch !== everywhere && !department)
    throw new Refusal('bad_input', {}, `Филиала «${branch}» нет`);
  if (!['', '301', '302'].includes(status)) throw new Refusal('bad_input', {}, `Код «${status}»: бывает 301 и 302`);
  return {
    from_path: from,
    to_path: to,
    department_id_1c: department?.id_1c ?? null,
    status: status === '302' ? 302 : 301,
  };
}

/** What stands in the column of branches for all of them. */
export const everywhere = 'все';

function wordsOf({ details, message }: Refusal): string {
  const [first] = Object.values((details.fields as Record<string, string> | undefined) ?? {});
  return first ?? message;
}
