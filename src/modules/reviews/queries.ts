import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { type QuestionState, questionsOnPage, type ReviewState, reviewsOnPage } from './schema.ts';

export type ReviewPhoto = { id: string; width: number; height: number };

/** A published review as pages show it. */
export type ShownReview = {
  id: number;
  author_name: string;
  rating: number;
  text: string;
  pros: string;
  cons: string;
  is_demo: boolean;
  reply: string | null;
  replied_at: Date | null;
  helpful_count: number;
  created_at: Date;
  photos: ReviewPhoto[];
};

export type ShownQuestion = {
  id: number;
  author_name: string;
  text: string;
  is_demo: boolean;
  answer: string | null;
  answered_at: Date | null;
  created_at: Date;
};

/** How many published reviews gave each number of stars: [5, 4, 3, 2, 1]. */
export type StarCounts = [number, number, number, number, number];

/** Of all, and of those with photos. */
export type ReviewCounts = { stars: StarCounts; with_photos: StarCounts };

/**
 * A page of published reviews, newest first; `rating` keeps those with so many stars, `photos` those with pictures,
 * `words` those that say them. Demonstration reviews are shown while there is no real one: `is_demo` as the product's
 * rating says.
 */
export async function listReviews(
  db: Db,
  product_id: number,
  {
    is_demo,
    rating,
    photos = false,
    words = '',
    page = 1,
    limit = reviewsOnPage,
  }: { is_demo: boolean; rating?: number; photos?: boolean; words?: string; page?: number; limit?: number },
): Promise<ShownReview[]> {
  const { rows } = await sql<ShownReview>`
    select r.id, r.author_name, r.rating, r.text, r.pros, r.cons, r.is_demo, r.reply, r.replied_at, r.helpful_count, r.created_at,
      (select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.position), '[]'::json)
        from review_photos p where p.review_id = r.id and p.shown_at is not null) as photos
    from reviews r where r.product_id = ${product_id} and r.state = 'approved' and r.is_demo = ${is_demo}
      ${rating === undefined ? sql`` : sql`and r.rating = ${rating}`} ${photos ? sql`and ${hasPhotos}` : sql``}
      and ${says(words)}
    order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

/** A review with the product it is of, for pages about several. */
export type NamedReview = Pick<ShownReview, 'id' | 'author_name' | 'rating' | 'text' | 'created_at'> & {
  product: string;
  slug: string;
};

/**
 * The newest published reviews of real buyers with words in them: of these goods (1C codes), or of all when none are
 * named.
 */
export async function latestReviews(db: Db, idcodes: string[], limit: number): Promise<NamedReview[]> {
  const { rows } = await sql<NamedReview>`
    select r.id, r.author_name, r.rating, r.text, r.created_at, p.name as product, p.slug
    from reviews r join products p on p.id = r.product_id and p.switched_off_at is null
    where r.state = 'approved' and not r.is_demo and r.text <> ''
      and (${idcodes.length} = 0 or p.idcode = any(${idcodes}::text[]))
    order by r.created_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

const hasPhotos = sql<boolean>`exists (
  select from review_photos shown where shown.review_id = r.id and shown.shown_at is not null)`;

/** All the words in some form, or the text as it was typed: half a word is looked for, too. '': every review. */
function says(words: string): RawBuilder<boolean> {
  if (words === '') return sql<boolean>`true`;
  const text = sql`concat_ws(' ', r.text, r.pros, r.cons)`;
  return sql<boolean>`(to_tsvector('russian', ${text}) @@ plainto_tsquery('russian', ${words})
    or strpos(lower(${text}), lower(${words})) > 0)`;
}

/** Published reviews by their stars: the demonstration’s own or the real ones; `words` keeps those that say them. */
export async function countReviews(db: Db, product_id: number, is_demo: boolean, words = ''): Promise<ReviewCounts> {
  const { rows } = await sql<{ rating: number; count: number; with_photos: number }>`
    select r.rating, count(*)::int as count, count(*) filter (where ${hasPhotos})::int as with_photos from reviews r
    where r.product_id = ${product_id} and r.state = 'approved' and r.is_demo = ${is_demo} and ${says(words)}
    group by r.rating`.execute(db);
  const counts = (count: 'count' | 'with_photos') => {
    const of = (stars: number) => rows.find(({ rating }) => rating === stars)?.[count] ?? 0;
    return [of(5), of(4), of(3), of(2), of(1)] satisfies StarCounts;
  };
  return { stars: counts('count'), with_photos: counts('with_photos') };
}

/** What a product that nobody rated has. */
export const noReviews: ReviewCounts = { stars: [0, 0, 0, 0, 0], with_photos: [0, 0, 0, 0, 0] };

/** A page of published questions: answered ones first, then newest. */
export async function listQuestions(
  db: Db,
  product_id: number,
  { page = 1, limit = questionsOnPage }: { page?: number; limit?: number } = {},
): Promise<{ questions: ShownQuestion[]; total: number }> {
  const { rows } = await sql<ShownQuestion & { total: number }>`
    select id, author_name, text, is_demo, answer, answered_at, created_at, count(*) over ()::int as total
    from product_questions where product_id = ${product_id} and state = 'approved'
    order by answer is null, created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const [first] = rows;
  return { questions: rows.map(({ total: _, ...question }) => question), total: first?.total ?? 0 };
}

/** A product as the forms about it name it; null: there is none. A discontinued one still has its page. */
export type ReviewedProduct = { id: number; slug: string; name: string; image: string | null };

export async function findReviewedProduct(db: Db, slug: string): Promise<ReviewedProduct | null> {
  const { rows } = await sql<ReviewedProduct>`
    select id, slug, name, images[1] as image from products where slug = ${slug}`.execute(db);
  return rows[0] ?? null;
}

/** The same by ids, for the lines of an order. */
export async function listReviewedProducts(db: Db, ids: number[]): Promise<ReviewedProduct[]> {
  const { rows } = await sql<ReviewedProduct>`
    select id, slug, name, images[1] as image from products where id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** A line of the staff's list. */
export type ReviewSummary = {
  id: number;
  state: ReviewState;
  product: string;
  author_name: string;
  rating: number;
  text: string;
  city: string;
  time_zone: string;
  created_at: Date;
  /** Until when a decision was promised. */
  due_at: Date | null;
  photos: number;
};

/** `waiting`: reviews and questions together; `late`: how many of them wait longer than was promised. */
export type ToModerate = Record<'waiting' | 'late' | 'reviews' | 'questions' | 'late_reviews', number>;

/** How many reviews and questions wait for a decision. */
export async function countToModerate(db: Db, branches: string[] | null, now: Date): Promise<ToModerate> {
  const { rows } = await sql<ToModerate>`
    select count(*)::int as waiting, (count(*) filter (where due_at < ${now}))::int as late,
      (count(*) filter (where is_review))::int as reviews, (count(*) filter (where not is_review))::int as questions,
      (count(*) filter (where is_review and due_at < ${now}))::int as late_reviews from (
      select r.due_at, true as is_review from reviews r where r.state = 'new' and ${inBranches('r', branches)}
      union all
      select q.due_at, false from product_questions q
      where q.state = 'new' and ${inBranches('q', branches)}) waits`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0, reviews: 0, questions: 0, late_reviews: 0 };
}

/** The staff's list: what waits for a decision first, by the moment it was promised for; then the newest. */
export async function listForStaff(
  db: Db,
  { state, limit, offset = 0, ...where }: StaffFilter<ReviewState>,
): Promise<ReviewSummary[]> {
  const { rows } = await sql<ReviewSummary>`
    select r.id, r.state, p.name as product, r.author_name, r.rating, r.text, d.city, d.time_zone, r.created_at, r.due_at,
      (select count(*)::int from review_photos where review_id = r.id) as photos
    from reviews r join products p on p.id = r.product_id join departments d on d.id_1c = r.department_id_1c
    where ${staffConditions('r', state, where)}
    order by r.state = 'new' desc, case when r.state = 'new' then r.due_at end, case when r.state = 'new' then r.created_at end, r.created_at desc, r.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export type ReviewForStaff = ReviewSummary & {
  slug: string;
  pros: string;
  cons: string;
  reason: string;
  reply: string | null;
  is_demo: boolean;
  order_number: number | null;
  helpful_count: number;
  photo_ids: string[];
  department_id_1c: string;
};

/** In any state; null: there is none. */
export async function getReviewForStaff(
  db: Db,
  id: number,
  branches: string[] | null = null,
): Promise<ReviewForStaff | null> {
  const { rows } = await sql<ReviewForStaff>`
    select r.id, r.state, p.name as product, p.slug, r.author_name, r.rating, r.text, r.pros, r.cons, r.reason, r.reply, r.is_demo,
      r.helpful_count, r.department_id_1c, d.city, d.time_zone, r.created_at, r.due_at, o.number as order_number,
      (select count(*)::int from review_photos where review_id = r.id) as photos,
      array(select ph.id::text from review_photos ph where ph.review_id = r.id order by ph.position) as photo_ids
    from reviews r join products p on p.id = r.product_id join departments d on d.id_1c = r.department_id_1c
    left join order_lines l on l.id = r.order_line_id left join orders o on o.id = l.order_id
    where r.id = ${id} and ${inBranches('r', branches)}`.execute(db);
  return rows[0] ?? null;
}

export type QuestionForStaff = {
  id: number;
  state: QuestionState;
  product: string;
  slug: string;
  author_name: string;
  text: string;
  reason: string;
  answer: string | null;
  is_demo: boolean;
  department_id_1c: string;
  city: string;
  time_zone: string;
  created_at: Date;
  /** Until when an answer was promised. */
  due_at: Date | null;
};

/**
 * The staff's list of questions, in the order of that of reviews; those whose email is not proved are not in it unless
 * asked for.
 */
export async function listQuestionsForStaff(
  db: Db,
  { state = ['new', 'approved', 'refused'], limit, offset, ...where }: StaffFilter<QuestionState>,
): Promise<QuestionForStaff[]> {
  return staffQuestions(db, staffConditions('q', state, where), limit, offset);
}

/** In any state; null: there is none. */
export async function getQuestionForStaff(
  db: Db,
  id: number,
  branches: string[] | null = null,
): Promise<QuestionForStaff | null> {
  return (await staffQuestions(db, sql`q.id = ${id} and ${inBranches('q', branches)}`, 1))[0] ?? null;
}

async function staffQuestions(
  db: Db,
  where: RawBuilder<unknown>,
  limit: number,
  offset = 0,
): Promise<QuestionForStaff[]> {
  const { rows } = await sql<QuestionForStaff>`
    select q.id, q.state, p.name as product, p.slug, q.author_name, q.text, q.reason, q.answer, q.is_demo, q.department_id_1c, d.city, d.time_zone, q.created_at, q.due_at
    from product_questions q join products p on p.id = q.product_id join departments d on d.id_1c = q.department_id_1c
    where ${where}
    order by q.state = 'new' desc, case when q.state = 'new' then q.due_at end, case when q.state = 'new' then q.created_at end, q.created_at desc, q.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

type StaffFilter<State> = {
  state?: State[] | undefined;
  department_id_1c?: string;
  /** id_1c; null: of all. */
  branches?: string[] | null;
  /** Whose. */
  user_id?: string;
  /** Of which product. */
  product_id?: number | undefined;
  limit: number;
  offset?: number;
};

function staffConditions(
  table: string,
  state: string[] | undefined,
  {
    department_id_1c,
    branches = null,
    user_id,
    product_id,
  }: Pick<StaffFilter<string>, 'department_id_1c' | 'branches' | 'user_id' | 'product_id'>,
) {
  const conditions: RawBuilder<unknown>[] = [inBranches(table, branches)];
  if (state) conditions.push(sql`${sql.ref(`${table}.state`)} = any(${state}::text[])`);
  if (department_id_1c) conditions.push(sql`${sql.ref(`${table}.department_id_1c`)} = ${department_id_1c}`);
  if (user_id) conditions.push(sql`${sql.ref(`${table}.user_id`)} = ${user_id}::uuid`);
  if (product_id) conditions.push(sql`${sql.ref(`${table}.product_id`)} = ${product_id}`);
  return sql.join(conditions, sql` and `);
}
