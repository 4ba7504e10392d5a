import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { keysOf } from '#shared/keys-of.ts';
import type { PlanShift } from '#shared/plan-shift.ts';
import type { PublishTools, ReleaseKey, ReleaseKind, ReleaseRow } from './kinds.ts';
import { namedFirst, refusalWords } from './publish-release.ts';
import { addToRelease, createRelease } from './releases.ts';
import { readRow } from './rows/all-kinds.ts';
import {
  type Copy,
  type CopyTools,
  copyAction,
  copyCoupon,
  copyLanding,
  copyLayout,
  copyMenuLink,
  copyPlan,
  copySlide,
  copyWobbler,
} from './rows/copy-rows.ts';

/** Kinds whose rows are copied, in this order: coupons and pages before what leads to them. */
const copies: Partial<Record<ReleaseKind, Copy>> = {
  coupons: copyCoupon,
  actions: copyAction,
  landings: copyLanding,
  layouts: copyLayout,
  menu: copyMenuLink,
  slides: copySlide,
  wobblers: copyWobbler,
  plans: copyPlan,
};

export type CopiedPlan = {
  release_id: number;
  copied: (ReleaseKey & { title: string })[];
  /** What was not copied, and why. */
  left: (ReleaseKey & { words: string })[];
  /** What a person should look at in the copies. */
  notes: string[];
};

type Wanted = {
  name: string;
  shift: PlanShift;
  items: ReleaseKey[];
  /** The new code of each coupon by its old one. */
  codes: Record<string, string>;
  /** Whether the person knows of this row at all. */
  isSeen: (row: ReleaseRow) => boolean;
  /** Why the person may not copy a row that they see; null: they may. */
  refusalOf: (kind: ReleaseKind, row: ReleaseRow) => string | null;
};

/**
 * Copies rows as drafts, their dates moved, into a new release; links between them lead from copy to
 * copy. Throws bad_input when none could be copied. Call in a transaction.
 */
export async function copyPlanOf(
  db: Db,
  { name, shift, items, codes, isSeen, refusalOf }: Wanted,
  tools: PublishTools & Pick<CopyTools, 'author' | 'mayCost'>,
): Promise<CopiedPlan> {
  const release_id = await createRelease(db, { name, publish_at: null }, tools.author, tools.now);
  const copying: CopyTools = { ...tools, shift, codes: new Map(Object.entries(codes)), paths: new Map() };
  const done: CopiedPlan = { release_id, copied: [], left: [], notes: [] };
  const order: ReleaseKind[] = keysOf(copies);
  const inOrder = items.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const key of inOrder) {
    const found = await readRow(db, key, tools.now);
    const row = found && isSeen(found) ? found : null;
    const why = row ? refusalOf(key.kind, row) : 'Такой записи больше нет';
    const words = why ?? (await copyOne(db, key, release_id, copying, done));
    if (words) done.left.push({ ...key, words: `${namedFirst({ ...key, row })}: ${words}` });
  }
  if (done.copied.length === 0)
    throw new Refusal('bad_input', {}, ['Ничего не скопировано', ...done.left.map(({ words }) => words)].join('. '));
  return done;
}

/** Why it was not copied; null: it was. */
async function copyOne(
  db: Db,
  key: ReleaseKey,
  release_id: number,
  tools: CopyTools,
  done: CopiedPlan,
): Promise<string | null> {
  const copy = copies[key.kind];
  if (!copy) return 'такие записи не копируются, напишите новую';
  await sql`savepoint copied`.execute(db);
  try {
    const id = await copy(db, key.id, tools);
    await addToRelease(db, release_id, { kind: key.kind, id }, tools.now);
    const row = await readRow(db, { kind: key.kind, id }, tools.now);
    done.copied.push({ kind: key.kind, id, title: row?.title ?? id });
    if (row) done.notes.push(...notesOf(key, row, tools));
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint copied`.execute(db);
    return refusalWords(error);
  }
}

const dated = ['starts_at', 'ends_at', 'texts', 'slug', 'coupon'];

/** A year that the text of a copy names may be last year's; its dates and its links to other copies are new. */
function notesOf(key: ReleaseKey, row: ReleaseRow, { paths }: CopyTools): string[] {
  const fields = Object.entries(row.version).filter(([name]) => !dated.includes(name));
  const words = JSON.stringify([fields, row.says]).replace(/"ends_at":"[^"]*"/g, '');
  // A list names a promotion by the last part of its address alone.
  const addresses = [...paths.values()].flatMap((path) => path.split('/').filter((part) => /\d/.test(part)));
  const text = addresses.reduce((left, part) => left.replaceAll(part, ''), words);
  const years = [...new Set(text.match(/(?<!\d)20\d\d(?!\d)/g) ?? [])];
  return years.length > 0 ? [`${namedFirst({ ...key, row })}: в тексте стоит ${years.join(', ')}, проверьте`] : [];
}
