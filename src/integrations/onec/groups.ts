import type { OwnedCategoryField } from '#shared/category-fields.ts';
import { ensure } from '#shared/ensure.ts';
import { beginning, longest } from './bounded-texts.ts';
import type { Reserve } from './changes/set-aside-kept.ts';
import type { Connection } from './connection.ts';
import type { Group } from './declarations.ts';
import { idFault } from './goods-and-offers.ts';
import { shortSlug } from './short-slug.ts';
import type { Staged } from './staging.ts';
import { type ImportSummary, refuse } from './summary.ts';

type KnownGroup = {
  id_1c: string;
  classifier_id_1c: string;
  parent_id_1c: string | null;
  name: string;
  off: 'deleted' | 'absent' | null;
  category_id: number;
  code: string;
  /** What the category is called, where it stands and whether people see it, which the shop may have chosen. */
  category_name: string;
  category_parent_id: number | null;
  is_shown: boolean;
  /** What of the category the shop leads. */
  own_fields: OwnedCategoryField[];
  /** The node whose words it bears; null: nobody's. `node`: its name, as long as it is switched on. */
  node_id: number | null;
  node: string | null;
  /** The owner's choice: nothing of this group is sold, or it stands in the category `target_id`. */
  rule: 'hidden' | 'moved' | null;
  target_id: number | null;
};

/** Where goods stand whose groups 1C never declared. */
const otherGroupName = 'Прочие товары';
export const otherGroupId = '#other';

/**
 * Groups → categories, but for what the shop leads of these. Returns the groups whose goods must be looked at again
 * (new, renamed, switched on or off). A renamed group takes a new code and leaves the old one as former (it answers
 * 301); nothing is deleted. What `reserve` names stays on though the package leaves it out. `node_id`: of the package;
 * null: nobody's.
 */
export async function applyGroups(
  client: Connection,
  { staged, node_id, reserve }: { staged: Staged; node_id: number | null; reserve: Reserve },
  summary: ImportSummary,
): Promise<Set<string>> {
  const known = await loadGroups(client);
  const codes = await loadCodes(client);
  const affected = new Set<string>();
  const listed = listGroups(staged, summary);
  leaveOthers(listed, known, node_id, summary);
  const parents = plannedParents(listed, known, summary);
  let position = 0;
  const done = new Set<string>();
  /** Parents first, wherever they stand in the file. Cycles are gone from `parents`. */
  const apply = async (id: string): Promise<void> => {
    const own = listed.get(id);
    if (!own || done.has(id)) return;
    done.add(id);
    const { group, classifier } = own;
    const parentId = parents.get(id) ?? null;
    if (parentId !== null) await apply(parentId);
    const parent = parentId === null ? null : (known.get(parentId) ?? null);
    position += 1;
    const now = known.get(id);
    if (group.deleted) {
      if (now && now.off === null) {
        await switchGroup(client, now, 'deleted');
        affected.add(id);
        summary.groups.switched_off += 1;
      } else summary.groups.unchanged += 1;
    } else if (!now) {
      known.set(id, await createGroup(client, { id, name: group.name, classifier, parent }, position, codes));
      affected.add(id);
      summary.groups.created += 1;
    } else if (
      now.name !== group.name ||
      now.parent_id_1c !== (parent?.id_1c ?? null) ||
      now.off !== null ||
      now.classifier_id_1c !== classifier
    ) {
      const isPlaced = await changeGroup(client, now, { name: group.name, classifier, parent }, codes);
      if (!isPlaced) {
        const reason = 'группа: раздел, в который она перешла, стоит в магазине внутри неё, место не изменено';
        refuse(summary.fields, { id, name: group.name, line: group.line, reason });
      }
      affected.add(id);
      summary.groups.changed += 1;
    } else if (await putInPlace(client, now, parent)) {
      affected.add(id);
      summary.groups.changed += 1;
    } else summary.groups.unchanged += 1;
  };
  for (const id of listed.keys()) await apply(id);
  const full = new Set(
    staged.classifiers
      .filter(({ container, groups }) => !container.only_changes && groups.length > 0)
      .map(({ container }) => container.id),
  );
  for (const group of known.values()) {
    if (group.off !== null || listed.has(group.id_1c) || !full.has(group.classifier_id_1c)) continue;
    if (reserve.keeps_on || reserve.groups.has(group.id_1c) || isOthers(group, node_id)) continue;
    await switchGroup(client, group, 'absent');
    affected.add(group.id_1c);
    summary.groups.switched_off += 1;
  }
  await claimGroups(client, listed, node_id);
  await hideRuledGroups(client);
  const moved = await client.query<{ group_id_1c: string; target: string }>(
    `select r.group_id_1c, g.id_1c as target from onec_group_rules r join onec_groups g on g.category_id = r.category_id`,
  );
  addBeneath(affected, known);
  // What the owner put into a category that went or came.
  for (const { group_id_1c, target } of moved.rows) if (affected.has(target)) affected.add(group_id_1c);
  addBeneath(affected, known);
  return affected;
}

/** A group that went or came takes along what stands under it. */
export function addBeneath(
  affected: Set<string>,
  known: ReadonlyMap<string, Pick<KnownGroup, 'id_1c' | 'parent_id_1c'>>,
): void {
  for (let size = -1; size !== affected.size; ) {
    size = affected.size;
    for (const group of known.values()) if (affected.has(group.parent_id_1c ?? '')) affected.add(group.id_1c);
  }
}

/**
 * The category of a group that is hidden, or whose goods stand elsewhere, is in no menu; nor is what is under it. One
 * whose showing the shop leads stays as it is.
 */
export async function hideRuledGroups(client: Connection): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select c.id from categories c
     join onec_groups g on g.category_id = c.id join onec_group_rules r on r.group_id_1c = g.id_1c
     where c.switched_off_at is null and not 'is_on' = any(c.own_fields)`,
  );
  // A statement that changes no row would tell followers of a change all the same.
  if (rows.length === 0) return;
  await client.query('update categories set switched_off_at = now(), changed_at = now() where id = any($1)', [
    rows.map(({ id }) => id),
  ]);
}

type Listed = Map<string, { group: Group; classifier: string }>;

/** The groups that can be taken, by id; of several under one id the last. */
function listGroups(staged: Staged, summary: ImportSummary): Listed {
  const listed: Listed = new Map();
  for (const { container, groups } of staged.classifiers) {
    for (const group of groups) {
      summary.groups.read += 1;
      const named = {
        id: beginning(group.id, longest.id),
        name: beginning(group.name, longest.word),
        line: group.line,
      };
      const fault = idFault(group.id) ?? (!group.name && !group.deleted ? 'нет наименования' : null);
      if (fault) {
        refuse(summary.groups, { ...named, reason: fault });
        continue;
      }
      if (group.name.length > longest.word) {
        refuse(summary.fields, {
          ...named,
          reason: `группа: наименование длиннее ${longest.word} знаков, взято начало`,
        });
        group.name = `${beginning(group.name, longest.word - 1)}…`;
      }
      const before = listed.get(group.id)?.group;
      if (before && (before.name !== group.name || before.parent?.id !== group.parent?.id)) {
        const reason = 'группа описана несколько раз по-разному, взято последнее описание';
        refuse(summary.fields, { ...named, reason });
      }
      listed.set(group.id, { group, classifier: container.id });
    }
  }
  return listed;
}

/** Another node that is switched on has this group, and describes it. */
function isOthers(group: KnownGroup, node_id: number | null): boolean {
  return group.off === null && group.node !== null && group.node_id !== node_id;
}

/**
 * Bases that were copied from one another have the same groups: one category holds the goods of both. It bears the
 * words of the node that described it first; they would rename and move each other's for ever.
 */
function leaveOthers(
  listed: Listed,
  known: ReadonlyMap<string, KnownGroup>,
  node_id: number | null,
  summary: ImportSummary,
): void {
  for (const [id, { group }] of listed) {
    const now = known.get(id);
    if (!now || !isOthers(now, node_id)) continue;
    listed.delete(id);
    const isSame = group.name === now.name && (group.parent?.id || null) === now.parent_id_1c && !group.deleted;
    if (isSame) {
      summary.groups.unchanged += 1;
      continue;
    }
    const reason = `группу с этим Ид ведёт узел «${now.node}», там она «${now.name}»: другое описание не принято, товары встают в неё же`;
    refuse(summary.groups, { id, name: group.name || now.name, line: group.line, reason });
  }
}

/** What the package describes bears the words of its node from now on. */
async function claimGroups(client: Connection, listed: Listed, node_id: number | null): Promise<void> {
  if (node_id === null) return;
  const ids = [...listed].filter(([, { group }]) => !group.deleted).map(([id]) => id);
  await client.query('update onec_groups set node_id = $1 where id_1c = any($2) and node_id is distinct from $1', [
    node_id,
    ids,
  ]);
}

/**
 * The parent each listed group shall have. Where a chain of parents leads back to its beginning, one group of it stands
 * at the top, and is named.
 */
function plannedParents(
  listed: Listed,
  known: ReadonlyMap<string, KnownGroup>,
  summary: ImportSummary,
): Map<string, string | null> {
  const parents = new Map<string, string | null>([...known.values()].map((group) => [group.id_1c, group.parent_id_1c]));
  for (const [id, { group }] of listed) {
    const parentId = group.parent?.id || null;
    parents.set(id, parentId !== null && (listed.has(parentId) || known.has(parentId)) ? parentId : null);
  }
  const sound = new Set<string>();
  for (const [id, { group }] of listed) {
    const path = new Set<string>();
    for (let at: string | null = id; at !== null && !sound.has(at); at = parents.get(at) ?? null) {
      if (path.has(at)) {
        refuse(summary.groups, { id, name: group.name, line: group.line, reason: 'группа вложена сама в себя' });
        parents.set(id, null);
        break;
      }
      path.add(at);
    }
    for (const one of path) sound.add(one);
  }
  return parents;
}

/** Every group that 1C ever declared, with the rule that the owner gave it. */
export async function loadGroups(client: Connection): Promise<Map<string, KnownGroup>> {
  const { rows } = await client.query<KnownGroup>(
    `select g.*, c.code, c.name as category_name, c.parent_id as category_parent_id,
       c.switched_off_at is null as is_shown, c.own_fields, r.category_id as target_id, case when n.is_on then n.name end as node,
       case when r.group_id_1c is not null then case when r.category_id is null then 'hidden' else 'moved' end end as rule
     from onec_groups g join categories c on c.id = g.category_id
     left join onec_group_rules r on r.group_id_1c = g.id_1c
     left join onec_nodes n on n.id = g.node_id`,
  );
  return new Map(rows.map((row) => [row.id_1c, row]));
}

/** Every code in use or once in use → its category. */
async function loadCodes(client: Connection): Promise<Map<string, number>> {
  const { rows } = await client.query<{ code: string; category_id: number }>(
    `select code, category_id from category_former_codes union all select code, id from categories`,
  );
  return new Map(rows.map(({ code, category_id }) => [code, category_id]));
}

type GroupFields = { name: string; classifier: string; parent: KnownGroup | null };

async function createGroup(
  client: Connection,
  { id, name, classifier, parent }: GroupFields & { id: string },
  position: number,
  codes: Map<string, number>,
): Promise<KnownGroup> {
  const code = freeCode(name, parent, codes, null);
  const { rows } = await client.query<{ id: number }>(
    `insert into categories (id_1c, code, parent_id, name, position, catalog_id_1c) values ($1, $2, $3, $4, $5, $6) returning id`,
    [id, code, parent?.category_id ?? null, name, 1000 + position, classifier],
  );
  const category_id = ensure(rows[0]).id;
  codes.set(code, category_id);
  await client.query(
    `insert into onec_groups (id_1c, classifier_id_1c, parent_id_1c, name, category_id) values ($1, $2, $3, $4, $5)`,
    [id, classifier, parent?.id_1c ?? null, name, category_id],
  );
  await client.query(
    `insert into dynamic_menus (department_id_1c, category_id)
     select id_1c, $1 from departments where parent = '00046' and branch_id_1c is null on conflict do nothing`,
    [category_id],
  );
  return {
    id_1c: id,
    classifier_id_1c: classifier,
    parent_id_1c: parent?.id_1c ?? null,
    name,
    off: null,
    category_id,
    code,
    category_name: name,
    category_parent_id: parent?.category_id ?? null,
    is_shown: true,
    own_fields: [],
    node_id: null,
    node: null,
    rule: null,
    target_id: null,
  };
}

/**
 * What the shop leads of the category stays as it is. Returns whether the group stands where 1C says: not beneath
 * itself, where the shop has put the group above it.
 */
async function changeGroup(
  client: Connection,
  now: KnownGroup,
  next: GroupFields,
  codes: Map<string, number>,
): Promise<boolean> {
  const isOwn = (field: OwnedCategoryField) => now.own_fields.includes(field);
  const isRenamed = now.name !== next.name && shortSlug(now.name) !== shortSlug(next.name);
  if (isRenamed && !isOwn('name') && !isOwn('code')) {
    const code = freeCode(next.name, next.parent, codes, now.category_id);
    await client.query('delete from category_former_codes where code = $1', [code]);
    await client.query('update categories set code = $2 where id = $1', [now.category_id, code]);
    await client.query('insert into category_former_codes (code, category_id) values ($1, $2)', [
      now.code,
      now.category_id,
    ]);
    codes.set(code, now.category_id);
    now.code = code;
  }
  const parent_id = next.parent?.category_id ?? null;
  const isPlaced = isOwn('parent_id') || parent_id === null || !(await isBelow(client, parent_id, now.category_id));
  await client.query(
    `update categories set catalog_id_1c = $2, changed_at = now(),
       name = case when 'name' = any(own_fields) then name else $3 end,
       parent_id = case when $4 or 'parent_id' = any(own_fields) then parent_id else $5::int end,
       switched_off_at = case when 'is_on' = any(own_fields) then switched_off_at end
     where id = $1`,
    [now.category_id, next.classifier, next.name, !isPlaced, parent_id],
  );
  await client.query(
    `update onec_groups set name = $2, parent_id_1c = $3, classifier_id_1c = $4, off = null where id_1c = $1`,
    [now.id_1c, next.name, next.parent?.id_1c ?? null, next.classifier],
  );
  Object.assign(now, { name: next.name, parent_id_1c: next.parent?.id_1c ?? null, off: null });
  if (isPlaced && !isOwn('parent_id')) now.category_parent_id = parent_id;
  return isPlaced;
}

/**
 * A group that could not go where 1C said, for what the shop had put beneath it, goes there when that stands elsewhere.
 * Returns whether it did.
 */
async function putInPlace(client: Connection, now: KnownGroup, parent: KnownGroup | null): Promise<boolean> {
  const parent_id = parent?.category_id ?? null;
  if (now.own_fields.includes('parent_id') || now.category_parent_id === parent_id) return false;
  if (parent_id !== null && (await isBelow(client, parent_id, now.category_id))) return false;
  await client.query('update categories set parent_id = $2, changed_at = now() where id = $1', [
    now.category_id,
    parent_id,
  ]);
  now.category_parent_id = parent_id;
  return true;
}

/** A category stands under another, however deep, or is it. */
async function isBelow(client: Connection, id: number, above: number): Promise<boolean> {
  const { rows } = await client.query<{ is_below: boolean }>(
    `with recursive up as (
       select id, parent_id from categories where id = $1
       union select c.id, c.parent_id from categories c join up on c.id = up.parent_id
     )
     select exists (select from up where id = $2) as is_below`,
    [id, above],
  );
  return ensure(rows[0]).is_below;
}

async function switchGroup(client: Connection, group: KnownGroup, off: 'deleted' | 'absent'): Promise<void> {
  await client.query('update onec_groups set off = $2 where id_1c = $1', [group.id_1c, off]);
  await client.query(
    `update categories set switched_off_at = now(), changed_at = now() where id = $1 and not 'is_on' = any(own_fields)`,
    [group.category_id],
  );
  group.off = off;
}

/** The name's own code; taken by another category: with the parent's before it, then with a number. */
function freeCode(name: string, parent: KnownGroup | null, codes: Map<string, number>, own: number | null): string {
  const base = shortSlug(name) || 'gruppa';
  const isFree = (code: string) => !codes.has(code) || codes.get(code) === own;
  if (isFree(base)) return base;
  const longer = parent ? `${parent.code}-${base}` : base;
  if (isFree(longer)) return longer;
  for (let n = 2; ; n++) if (isFree(`${longer}-${n}`)) return `${longer}-${n}`;
}

/**
 * «Прочие товары», made when first needed and switched on while goods stand there: a good without a declared group
 * stays reachable.
 */
export async function otherCategory(client: Connection): Promise<{ id: number; name: string }> {
  const known = (await loadGroups(client)).get(otherGroupId);
  if (known) {
    if (known.off !== null) {
      await client.query('update onec_groups set off = null where id_1c = $1', [otherGroupId]);
      await client.query(
        `update categories set switched_off_at = null, changed_at = now()
         where id = $1 and not 'is_on' = any(own_fields)`,
        [known.category_id],
      );
    }
    return { id: known.category_id, name: known.category_name };
  }
  const fields = { id: otherGroupId, name: otherGroupName, classifier: '', parent: null };
  const { category_id } = await createGroup(client, fields, 9_000, await loadCodes(client));
  return { id: category_id, name: otherGroupName };
}

/** Takes «Прочие товары» out of the menus when the last good has left it. Returns whether it did. */
export async function switchOffEmptyOther(client: Connection): Promise<boolean> {
  const other = (await loadGroups(client)).get(otherGroupId);
  if (!other || other.off !== null) return false;
  const { rows } = await client.query<{ is_empty: boolean }>(
    `select not exists (
       select from product_categories pc join products p on p.id = pc.product_id
       where pc.category_id = $1 and p.switched_off_at is null) as is_empty`,
    [other.category_id],
  );
  if (ensure(rows[0]).is_empty) await switchGroup(client, other, 'absent');
  return ensure(rows[0]).is_empty;
}
