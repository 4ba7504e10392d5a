import { addAffected, affectEveryGood, createAffected } from './affected.ts';
import { findNamed, refuse } from './change-mapping.ts';
import { type Connection, inReading, inTransaction, type Place } from './connection.ts';
import { deriveAgain } from './derive-again.ts';
import { visibleCategory } from './group-places.ts';
import { addBeneath, hideRuledGroups, loadGroups, otherGroupId } from './groups.ts';

export type GroupView = {
  id: string;
  /** With the groups above it. */
  path: string;
  /** null: 1C has it; else a deletion mark, or a full package that does not list it. */
  off: 'deleted' | 'absent' | null;
  /** Code of the category that is made of it. */
  code: string;
  rule: 'hidden' | 'moved' | null;
  /** Code of the category that its goods stand in by the rule. */
  target: string | null;
};

/** Groups of 1C by their paths, with what the owner decided of them. */
export async function readGroups(url: string): Promise<GroupView[]> {
  return inReading(url, async (client) => {
    const known = await loadGroups(client);
    const codes = await client.query<{ id: number; code: string }>('select id, code from categories');
    const codeOf = new Map(codes.rows.map(({ id, code }) => [id, code]));
    const pathOf = (id: string | null, depth = 0): string[] => {
      const group = id === null || depth > 200 ? undefined : known.get(id);
      return group ? [...pathOf(group.parent_id_1c, depth + 1), group.name] : [];
    };
    return [...known.values()]
      .map(({ id_1c, off, code, rule, target_id }) => ({
        id: id_1c,
        path: pathOf(id_1c).join(' / '),
        off,
        code,
        rule,
        target: target_id === null ? null : (codeOf.get(target_id) ?? null),
      }))
      .sort((a, b) => a.path.localeCompare(b.path, 'ru'));
  });
}

/** What becomes of a group's goods: they stand in a category (its code), nothing of them is sold, or as 1C says. */
export type GroupRule = { category: string } | 'hidden' | null;

/**
 * The owner's rule for a group of 1C, for all under it and for goods that come later. `group`: its id or name, an id
 * that goods name and 1C never declared, or 'none' for goods of no group. Goods are worked out again at once; returned
 * is how many products changed. Refused in Russian: an unknown group or category, one that would stand in itself.
 */
export async function mapGroup(
  url: Place,
  { group, rule }: { group: string; rule: GroupRule },
  progress: (text: string) => void = () => {},
): Promise<{ created: number; changed: number; switched_off: number }> {
  return inTransaction(url, async (client) => {
    const known = await loadGroups(client);
    const id = await groupId(client, group, [...known.values()]);
    const beneath = new Set([id]);
    addBeneath(beneath, known);
    const own = [...beneath].flatMap((one) => known.get(one)?.category_id ?? []);
    if (rule === null) await client.query('delete from onec_group_rules where group_id_1c = $1', [id]);
    else {
      const category_id = rule === 'hidden' ? null : await targetOf(client, rule.category, own);
      await client.query(
        `insert into onec_group_rules (group_id_1c, category_id) values ($1, $2)
         on conflict (group_id_1c) do update set category_id = excluded.category_id`,
        [id, category_id],
      );
    }
    await client.query(
      `update categories set switched_off_at = null, changed_at = now()
       from onec_groups g where g.id_1c = $1 and g.category_id = categories.id and g.off is null
         and categories.switched_off_at is not null and not 'is_on' = any(categories.own_fields)`,
      [id],
    );
    await hideRuledGroups(client);
    await createAffected(client);
    // What stands in a category of these may be there by a rule of another group.
    const led = await client.query<{ group_id_1c: string }>(
      'select group_id_1c from onec_group_rules where category_id = any($1)',
      [own],
    );
    for (const { group_id_1c } of led.rows) beneath.add(group_id_1c);
    addBeneath(beneath, known);
    // Goods of no group name none, or only such as are not known.
    if (beneath.has(otherGroupId)) await affectEveryGood(client);
    else await addAffected(client, { groups: [...beneath], properties: [], pictures: [] });
    const { created, changed, switched_off } = await deriveAgain(client, progress);
    return { created, changed, switched_off };
  });
}

async function groupId(client: Connection, wanted: string, known: { id_1c: string; name: string }[]): Promise<string> {
  if (wanted === 'none') return otherGroupId;
  const { rows } = await client.query<{ is_named: boolean }>(
    `select exists (select from onec_group_rules where group_id_1c = $1)
       or exists (select from onec_goods where (data -> 'groups')::jsonb ? $1) as is_named`,
    [wanted],
  );
  const isDeclared = known.some(({ id_1c }) => id_1c === wanted);
  return !isDeclared && rows[0]?.is_named ? wanted : findNamed(known, wanted, 'группу').id_1c;
}

/** The category with this code, as long as people see it and it is none of `own`. */
async function targetOf(client: Connection, code: string, own: number[]): Promise<number> {
  const category = await visibleCategory(client, code);
  if (!category) return refuse(`нет раздела с кодом «${code}», или он скрыт`);
  if (own.includes(category.id)) refuse(`раздел «${category.name}» сделан из этой же группы или стоит под ней`);
  return category.id;
}
