import type { Connection } from './connection.ts';
import { loadGroups, otherGroupId } from './groups.ts';

/** A category that goods stand in; of a hidden group it is the group's own, which nobody sees. */
export type Place = { id: number; name: string };

/** Where a good stands. `isHidden`: the owner sells nothing of its groups. No categories: «Прочие товары». */
export type Placed = { categories: Place[]; isHidden: boolean };

type Rule = { group_id_1c: string; category_id: number | null };
type Category = Place & { code: string; parent_id: number | null; is_off: boolean };

/**
 * What the groups of a good lead to. The rule of a group holds for all under it that have none of their own; a group
 * counts as long as it and every group above it are switched on, by 1C or by the shop where that leads its showing, and
 * so does the category that a rule names.
 */
export async function openPlaces(client: Connection): Promise<(groups: readonly string[]) => Placed> {
  const known = await loadGroups(client);
  const rules = new Map(
    (await client.query<Rule>('select * from onec_group_rules')).rows.map((r) => [r.group_id_1c, r]),
  );
  const categories = rules.size > 0 ? await loadCategories(client) : new Map<number, Category>();
  const places = new Map<string, Placed>();

  const ruled = ({ category_id }: Rule, own: Place[]): Placed => {
    if (category_id === null) return { categories: own, isHidden: true };
    const target = visible(categories, category_id);
    return { categories: target ? [target] : [], isHidden: false };
  };

  const find = (id: string): Placed => {
    const group = known.get(id);
    const own = group ? [{ id: group.category_id, name: group.category_name }] : [];
    let isOn = group !== undefined && id !== otherGroupId;
    let at: string | null = id;
    for (let depth = 0; at !== null && depth < 200; depth++) {
      const rule = rules.get(at);
      if (rule) return ruled(rule, own);
      const now = known.get(at);
      isOn &&= now !== undefined && (now.off === null || (now.is_shown && now.own_fields.includes('is_on')));
      at = now?.parent_id_1c ?? null;
    }
    return { categories: isOn && at === null ? own : [], isHidden: false };
  };

  const placeOf = (id: string): Placed => {
    const place = places.get(id) ?? find(id);
    places.set(id, place);
    return place;
  };

  return (groups) => {
    const found = groups.map(placeOf);
    const shown = found.filter(({ isHidden }) => !isHidden).flatMap(({ categories }) => categories);
    if (shown.length > 0) return { categories: shown, isHidden: false };
    const hidden = found.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0) return { categories: hidden.flatMap(({ categories }) => categories), isHidden: true };
    return rules.has(otherGroupId) ? placeOf(otherGroupId) : { categories: [], isHidden: false };
  };
}

/** The category with this code, as long as people see it. */
export async function visibleCategory(client: Connection, code: string): Promise<Place | null> {
  const categories = await loadCategories(client);
  const own = [...categories.values()].find((category) => category.code === code);
  return own ? visible(categories, own.id) : null;
}

async function loadCategories(client: Connection): Promise<Map<number, Category>> {
  const { rows } = await client.query<Category>(
    'select id, code, name, parent_id, switched_off_at is not null as is_off from categories',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function visible(categories: ReadonlyMap<number, Category>, id: number): Place | null {
  const own = categories.get(id);
  for (let at = own, depth = 0; at && depth < 200; depth++) {
    if (at.is_off) return null;
    if (at.parent_id === null) return own ? { id: own.id, name: own.name } : null;
    at = categories.get(at.parent_id);
  }
  return null;
}
