import { type Db, preparedStatement } from '#platform/database.ts';
import { isSlug } from '#shared/listing-query.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { loadTree, pathOf } from './categories.ts';

/**
 * Promotions that the shop shows to whoever looks at it with the drafts of this parameter, as SQL over `a`: a draft to
 * nobody but staff in a preview.
 */
export const isShownAction = (drafts: `$${number}`) =>
  `(not a.is_draft or shows_draft('actions', a.id::text, ${drafts}::int))`;

/** An ended promotion stays in the list so long, and its page stays indexed. */
export const endedDays = 30;

export type ActionState = 'coming' | 'current' | 'ended';

/**
 * A promotion of a list. `image`: its own, else of its best-selling product. `count` is of cards; `sections` are the
 * root categories of its goods, the fullest first.
 */
export type ListedAction = {
  slug: string;
  name: string;
  text: string;
  image: string | null;
  starts_at: Date;
  ends_at: Date;
  state: ActionState;
  count: number;
  sections: { code: string; name: string }[];
};

type ListedRow = Omit<ListedAction, 'state' | 'sections' | 'count'> & {
  id: number;
  categories: { category_id: number; count: number }[];
};

const selectListed = preparedStatement<ListedRow>(
  'listed_actions',
  `select a.id, a.slug, a.name, a.text, a.starts_at,
    coalesce(a.image, (select p.images[1] from action_products ap join products p on p.id = ap.product_id
      where ap.action_id = a.id and p.switched_off_at is null order by p.popularity desc, p.id limit 1)) as image,
    a.ends_at,
    coalesce((select json_agg(c) from (
      select main.category_id, count(distinct p.model_id)::int as count
      from action_products ap join products p on p.id = ap.product_id and p.switched_off_at is null
      join product_categories main on main.product_id = p.id and main.is_main
      where ap.action_id = a.id group by main.category_id) c), '[]'::json) as categories
  from actions a
  where a.ends_at > $1::timestamptz - make_interval(days => ${endedDays})
    and (a.department_id_1c is null or a.department_id_1c = $2::text) and ${isShownAction('$3')}
  order by a.ends_at, a.id`,
);

/** Promotions of a branch that run, will run, or ended within 30 days: each group by the nearest date first. */
export async function listActions(
  db: Db,
  department_id_1c: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<ListedAction[]> {
  const [tree, rows] = await Promise.all([loadTree(db), selectListed(db, [now, department_id_1c, drafts])]);
  const listed = rows.map(({ id: _, categories, ...row }) => {
    const sections = new Map<string, { code: string; name: string; count: number }>();
    for (const { category_id, count } of categories) {
      const category = tree.byId.get(category_id);
      const root = category && pathOf(tree, category)[0];
      if (!root) continue;
      const known = sections.get(root.code) ?? { code: root.code, name: root.name, count: 0 };
      sections.set(root.code, { ...known, count: known.count + count });
    }
    return {
      ...row,
      state: stateOf(row, now),
      count: categories.reduce((sum, { count }) => sum + count, 0),
      sections: [...sections.values()].sort((a, b) => b.count - a.count).map(({ code, name }) => ({ code, name })),
    };
  });
  const nearest: Record<ActionState, (a: ListedAction, b: ListedAction) => number> = {
    current: (a, b) => a.ends_at.getTime() - b.ends_at.getTime(),
    coming: (a, b) => a.starts_at.getTime() - b.starts_at.getTime(),
    ended: (a, b) => b.ends_at.getTime() - a.ends_at.getTime(),
  };
  const order: ActionState[] = ['current', 'coming', 'ended'];
  return order.flatMap((state) => listed.filter((action) => action.state === state).sort(nearest[state]));
}

/** Promotions that run now in this branch or everywhere, the one ending first on top. */
export async function currentActions(
  db: Db,
  department_id_1c: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<ListedAction[]> {
  return (await listActions(db, department_id_1c, now, drafts)).filter(({ state }) => state === 'current');
}

/** Promotions of a branch that hold goods of this brand and run now. */
export async function actionsOfBrand(
  db: Db,
  brand_id: number,
  department_id_1c: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<{ slug: string; name: string; ends_at: Date; count: number }[]> {
  return selectOfBrand(db, [brand_id, department_id_1c, now, drafts]);
}

const selectOfBrand = preparedStatement<{ slug: string; name: string; ends_at: Date; count: number }>(
  'actions_of_brand',
  // From the few that run now to their products: the other way round every product of the brand would be looked for in
  // every promotion.
  `select a.slug, a.name, a.ends_at, counted.count
  from actions a cross join lateral (
    select count(distinct p.model_id)::int as count from action_products ap join products p on p.id = ap.product_id
    where ap.action_id = a.id and p.brand_id = $1::int and p.switched_off_at is null
  ) counted
  where counted.count > 0 and a.starts_at <= $3::timestamptz and a.ends_at > $3::timestamptz
    and (a.department_id_1c is null or a.department_id_1c = $2::text) and ${isShownAction('$4')}
  order by a.ends_at, a.id`,
);

/** A coupon that goes with a promotion, in the words of its row; sums in kopecks. `ends_at`: ISO, null without end. */
export type ActionCoupon = {
  code: string;
  percent: number | null;
  sum_kopecks: number | null;
  min_sum_kopecks: number;
  ends_at: string | null;
};

export type ActionPage = {
  slug: string;
  name: string;
  text: string;
  rules: string;
  organiser: string;
  ad_mark: string;
  image: string | null;
  /** null: everywhere. */
  department_id_1c: string | null;
  starts_at: Date;
  ends_at: Date;
  state: ActionState;
  /** It ended more than 30 days ago: the page stays, search engines forget it. */
  is_long_over: boolean;
  /** Only one that can be used now. */
  coupon: ActionCoupon | null;
};

type PageRow = Omit<ActionPage, 'state' | 'is_long_over'>;

const selectPage = preparedStatement<PageRow>(
  'action_page',
  `select a.slug, a.name, a.text, a.rules, a.organiser, a.ad_mark, a.image, a.department_id_1c, a.starts_at, a.ends_at,
    (select json_build_object('code', c.code, 'percent', c.percent, 'sum_kopecks', c.sum_kopecks, 'min_sum_kopecks', c.min_sum_kopecks,
        'ends_at', c.ends_at)
      from coupons c where c.code = a.coupon and (c.starts_at is null or c.starts_at <= $3::timestamptz)
        and (c.ends_at is null or c.ends_at > $3::timestamptz) and (c.max_uses is null or c.used_count < c.max_uses)
        and (not c.is_draft or shows_draft('coupons', c.code, $4::int))
        and (c.department_id_1c is null or c.department_id_1c = $2::text)) as coupon
  from actions a where a.slug = $1::text and (a.department_id_1c is null or a.department_id_1c = $2::text)
    and ${isShownAction('$4')}`,
);
const selectFormer = preparedStatement<{ slug: string }>(
  'action_former_slug',
  `select a.slug from action_former_slugs f join actions a on a.id = f.action_id
  where f.slug = $1::text and ${isShownAction('$2')}`,
);

/**
 * One promotion of this branch, also before it begins and when it is over; a former slug gives where it moved (301).
 */
export async function findAction(
  db: Db,
  department_id_1c: string,
  slug: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<ActionPage | { moved_to: string } | null> {
  if (!isSlug(slug)) return null;
  const [action] = await selectPage(db, [slug, department_id_1c, now, drafts]);
  if (!action) {
    const [former] = await selectFormer(db, [slug, drafts]);
    return former ? { moved_to: former.slug } : null;
  }
  const state = stateOf(action, now);
  const forgottenAt = action.ends_at.getTime() + endedDays * 86_400_000;
  return {
    ...action,
    coupon: state === 'current' ? action.coupon : null,
    state,
    is_long_over: forgottenAt <= now.getTime(),
  };
}

function stateOf({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }, now: Date): ActionState {
  if (starts_at > now) return 'coming';
  return ends_at > now ? 'current' : 'ended';
}
