import { sql } from 'kysely';
import { unitsNow } from '#modules/catalogue/categories.ts';
import type { Db } from '#platform/database.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import type { LineProblem } from './hand-over.ts';

export type ActLine = {
  position: number;
  name: string;
  unit: string;
  shown_unit: ShownUnit;
  /** Sales units. */
  expected: number;
  given: number;
  problem: LineProblem | null;
  note: string;
  has_photo: boolean;
};

/** What was given out at one visit of the recipient, as both sides see it. */
export type Act = {
  id: string;
  at: Date;
  staff_name: string;
  recipient_name: string;
  proof: 'pass' | 'delegated' | 'code';
  note: string;
  is_last: boolean;
  /** What was taken for the goods at this visit, kopecks. */
  taken_kopecks: number;
  lines: ActLine[];
};

type Row = Omit<Act, 'lines'> & { lines: Omit<ActLine, 'shown_unit'>[] };

/** The order's acts, oldest first. */
export async function listActs(db: Db, order_id: string): Promise<Act[]> {
  const { rows } = await sql<Row>`
    select h.id, h.at, h.staff_name, h.recipient_name, h.proof, h.note, h.is_last, h.taken_kopecks,
      (select json_agg(json_build_object('position', l.position, 'name', l.name, 'unit', l.unit, 'expected', l.expected,
        'given', l.given, 'problem', l.problem, 'note', l.note, 'has_photo', l.photo is not null) order by l.position)
      from handover_lines l where l.handover_id = h.id) as lines
    from handovers h where h.order_id = ${order_id}::uuid order by h.at, h.id`.execute(db);
  const units = await unitsNow(db);
  return rows.map((act) => ({
    ...act,
    lines: act.lines.map((line) => ({ ...line, shown_unit: units.shown(line.unit) })),
  }));
}

/**
 * A photograph of an act's line; null when there is none. The caller has made sure that the asker may see the order.
 */
export async function readPhoto(
  db: Db,
  order_id: string,
  act_id: string,
  position: number,
): Promise<{ bytes: Buffer; type: string } | null> {
  const row = await db
    .selectFrom('handover_lines as l')
    .innerJoin('handovers as h', 'h.id', 'l.handover_id')
    .select(['l.photo', 'l.photo_type'])
    .where('h.order_id', '=', order_id)
    .where('h.id', '=', act_id)
    .where('l.position', '=', position)
    .executeTakeFirst();
  return row?.photo && row.photo_type ? { bytes: row.photo, type: row.photo_type } : null;
}
