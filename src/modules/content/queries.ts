import { sql } from 'kysely';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import type { ShopLook } from '#shared/shop-look.ts';

export type Slide = {
  id: number;
  title: string;
  text: string;
  button_text: string;
  link: string;
  image: string | null;
  theme: string;
};

/** The home page shows five slides at most. */
const mostSlides = 5;

const slidesOf = cachedRead<Slide[]>({
  name: 'home_slides',
  freshMs: 5_000,
  maxMs: 30_000,
  tags: ['content'],
  whileFollowed: true,
  read: (db, department_id_1c) => readSlides(db, department_id_1c, { at: new Date(), drafts: null }),
});

/**
 * Slides of the branch that are due now, in their order. `look`: at another moment, with drafts or without, past the
 * cache.
 */
export function homeSlides(db: Db, department_id_1c: string, look: ShopLook | null = null): Promise<Slide[]> {
  return look ? readSlides(db, department_id_1c, look) : slidesOf(db, department_id_1c);
}

async function readSlides(db: Db, department_id_1c: string, { at, drafts }: ShopLook): Promise<Slide[]> {
  return db
    .selectFrom('banners')
    .select(['id', 'title', 'text', 'button_text', 'link', 'image', 'theme'])
    .where('place', '=', 'home')
    .where(sql<boolean>`(not is_draft or shows_draft('slides', id::text, ${drafts}::int))`)
    .where((eb) => eb.or([eb('department_id_1c', 'is', null), eb('department_id_1c', '=', department_id_1c)]))
    .where(sql<boolean>`coalesce(starts_at <= ${at}, true) and coalesce(ends_at > ${at}, true)`)
    .orderBy('position')
    .orderBy('id')
    .limit(mostSlides)
    .execute();
}
