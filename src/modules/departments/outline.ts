import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { metresBetween, type Place } from '#shared/distance.ts';
import { isArea, type OutlineKind, outlineKinds } from '#shared/outline-kinds.ts';

/** `points`: latitude and longitude in degrees, along the line or around the area. */
export type OutlineLine = { kind: OutlineKind; name: string | null; points: [latitude: number, longitude: number][] };

/**
 * What lies around the points of a branch, what matters most first: the last is left out where a drawing has no room.
 * `source`: whose lines they are, as buyers read it.
 */
export type Outline = { source: string; lines: OutlineLine[] };

/** So many lines and points has the outline of a branch, and so far is a point from its shop. */
export const outlineLimits = { lines: 300, points: 6_000, pointsOfLine: 400, metres: 150_000 } as const;

const pointWords = 'Широта — от 40 до 82°, долгота — от −180 до 180°';

const Line = z
  .strictObject({
    kind: z.enum(outlineKinds),
    name: z.string().trim().min(1).max(80, 'Название: не больше 80 знаков').nullable(),
    points: z
      .array(z.tuple([z.number().min(40, pointWords).max(82, pointWords), z.number().min(-180).max(180, pointWords)]))
      .min(2, 'В линии меньше двух точек')
      .max(outlineLimits.pointsOfLine, `В линии больше ${outlineLimits.pointsOfLine} точек`),
  })
  .refine(({ kind, points }) => !isArea(kind) || points.length > 2, 'В контуре меньше трёх точек');

const OutlineInput = z
  .strictObject({
    source: z.string().trim().min(1, 'Назовите источник').max(120, 'Источник: не больше 120 знаков'),
    lines: z.array(Line).min(1, 'Линий нет').max(outlineLimits.lines, `Больше ${outlineLimits.lines} линий`),
  })
  .refine(
    ({ lines }) => lines.reduce((sum, { points }) => sum + points.length, 0) <= outlineLimits.points,
    `Больше ${outlineLimits.points} точек`,
  );

/** The outline of a branch; null: it has none, and its scheme shows points alone. */
export async function readOutline(db: Db, department_id_1c: string): Promise<Outline | null> {
  const [outline, rows] = await Promise.all([
    db
      .selectFrom('department_outlines')
      .select('source')
      .where('department_id_1c', '=', department_id_1c)
      .executeTakeFirst(),
    db
      .selectFrom('department_outline_lines')
      .select(['kind', 'name', 'latitudes', 'longitudes'])
      .where('department_id_1c', '=', department_id_1c)
      .orderBy('position')
      .execute(),
  ]);
  if (!outline) return null;
  const lines = rows.map(({ kind, name, latitudes, longitudes }): OutlineLine => {
    const points = latitudes.map((latitude, at): [number, number] => [latitude, longitudes[at] ?? 0]);
    return { kind: kind as OutlineKind, name, points };
  });
  return { source: outline.source, lines };
}

/**
 * This outline takes the place of the former one; pages show it at once. Throws unknown_department for what is no
 * branch; bad_input with its words for a branch without coordinates, too much, too long, or farther than
 * `outlineLimits.metres` from the shop. Call in a transaction.
 */
export async function replaceOutline(
  db: Db,
  department_id_1c: string,
  given: Outline,
  now = new Date(),
): Promise<void> {
  const branch = await db
    .selectFrom('departments')
    .select(['latitude', 'longitude'])
    .where('id_1c', '=', department_id_1c)
    .where('branch_id_1c', 'is', null)
    .executeTakeFirst();
  if (!branch) throw new Refusal('unknown_department');
  if (branch.latitude === null || branch.longitude === null)
    throw new Refusal('bad_input', {}, 'У филиала нет координат: сначала укажите их в его карточке');
  const { data, error } = OutlineInput.safeParse(given);
  if (error) throw new Refusal('bad_input', {}, error.issues[0]?.message);
  const shop: Place = { latitude: Number(branch.latitude), longitude: Number(branch.longitude) };
  const isFar = ([latitude, longitude]: [number, number]) =>
    metresBetween(shop, { latitude, longitude }) > outlineLimits.metres;
  if (data.lines.some(({ points }) => points.some(isFar)))
    throw new Refusal('bad_input', {}, `Дальше ${outlineLimits.metres / 1_000} км от филиала ничего не рисуется`);
  const row = { department_id_1c, source: data.source, changed_at: now };
  // Holds the row until the end, so that two who replace it wait for each other.
  await db
    .insertInto('department_outlines')
    .values(row)
    .onConflict((conflict) => conflict.column('department_id_1c').doUpdateSet({ source: row.source, changed_at: now }))
    .execute();
  await db.deleteFrom('department_outline_lines').where('department_id_1c', '=', department_id_1c).execute();
  const rows = data.lines.map(({ kind, name, points }, position) => ({
    ...{ department_id_1c, position, kind, name },
    latitudes: points.map(([latitude]) => latitude),
    longitudes: points.map(([, longitude]) => longitude),
  }));
  await db.insertInto('department_outline_lines').values(rows).execute();
  await invalidate(db, ['departments']);
}

/** The scheme of the branch shows points alone again. Returns false when it had no outline. */
export async function removeOutline(db: Db, department_id_1c: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('department_outlines')
    .where('department_id_1c', '=', department_id_1c)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await invalidate(db, ['departments']);
  return true;
}
