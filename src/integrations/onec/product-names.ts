import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import { productSlug } from './product-row.ts';
import { shortSlug } from './short-slug.ts';
import type { ProductDraft } from './write-products.ts';

/** By id_1c. */
export type ChosenNames = { idcodes: Map<string, string>; slugs: Map<string, string> };

type Wish = { draft: ProductDraft; base: string };
type AskedNames = { created: ProductDraft[]; open: Wish[]; owners: Map<string, string>; taken: Set<string> };

const validIdcode = /^[0-9A-Za-zА-Яа-яЁё._-]{1,40}$/;

/**
 * Idcodes and slugs of products, round by round. What is taken may be asked while rounds before are still being worked
 * out, `roundsAtOnce` of them together; rounds choose in their turn, and each knows what those before it have chosen.
 */
export function openNames(client: Connection, roundsAtOnce: number) {
  /** What the database may not have had yet when a round that is open now asked it. */
  const recent: ChosenNames[] = [];

  async function ask(drafts: ProductDraft[]): Promise<AskedNames> {
    const created = drafts.filter(({ known }) => !known);
    const wishes = drafts.map((draft) => ({ draft, base: productSlug(draft.derived.name) }));
    const open = wishes.filter(({ draft, base }) => !draft.known || productSlug(draft.known.name) !== base);
    const [owners, taken] = await Promise.all([
      ownersOf(
        client,
        open.map(({ base }) => base),
      ),
      takenIdcodes(client, created),
    ]);
    return { created, open, owners, taken };
  }

  /**
   * The idcode of new products: 1C's code where it is valid and nobody else's, else the digits of the id (S7-10); it
   * never changes afterwards. The slug of all: it changes only when the name's own does; the former one then answers
   * 301. At a clash the idcode stands behind it (S7-10).
   */
  async function choose(drafts: ProductDraft[], { created, open, owners, taken }: AskedNames): Promise<ChosenNames> {
    for (const { idcodes, slugs } of recent) {
      for (const idcode of idcodes.values()) taken.add(idcode);
      for (const [id_1c, slug] of slugs) owners.set(slug, id_1c);
    }
    const idcodes = chooseIdcodes(created, taken);
    const slugs = new Map(drafts.flatMap(({ id_1c, known }) => (known ? [[id_1c, known.slug]] : [])));
    const take = (slug: string, id_1c: string): boolean => {
      if ((owners.get(slug) ?? id_1c) !== id_1c) return false;
      owners.set(slug, id_1c);
      slugs.set(id_1c, slug);
      return true;
    };
    const longer = open
      .filter(({ draft, base }) => !take(base, draft.id_1c))
      .map(({ draft: { id_1c, known }, base }) => {
        const idcode = shortSlug(known?.idcode ?? ensure(idcodes.get(id_1c))) || 'n';
        return { id_1c, choices: [`${base}-${idcode}`, `${base}-${idcode}-n`] };
      });
    const others = await ownersOf(
      client,
      longer.flatMap(({ choices }) => choices),
    );
    for (const [slug, id_1c] of others) if (!owners.has(slug)) owners.set(slug, id_1c);
    for (const { id_1c, choices } of longer) {
      if (choices.some((slug) => take(slug, id_1c))) continue;
      for (let n = 2; !take(`${choices[1]}${n}`, id_1c); ) n += 1;
    }
    const chosen = { idcodes, slugs };
    recent.push(chosen);
    if (recent.length >= roundsAtOnce) recent.shift();
    return chosen;
  }

  return { ask, choose };
}

/** Whose these slugs are now or were once; '' where the product is not of 1C. */
async function ownersOf(client: Connection, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await client.query<{ slug: string; id_1c: string }>(
    `select p.slug, coalesce(p.id_1c, '') as id_1c from products p where p.slug = any($1)
     union all
     select f.slug, coalesce(p.id_1c, '') from product_former_slugs f join products p on p.id = f.product_id where f.slug = any($1)`,
    [slugs],
  );
  return new Map(rows.map(({ slug, id_1c }) => [slug, id_1c]));
}

async function takenIdcodes(client: Connection, drafts: ProductDraft[]): Promise<Set<string>> {
  if (drafts.length === 0) return new Set();
  const wishes = drafts.flatMap(({ id, derived }) => [String(id), derived.code ?? []].flat());
  const { rows } = await client.query<{ idcode: string }>('select idcode from products where idcode = any($1)', [
    wishes,
  ]);
  return new Set(rows.map(({ idcode }) => idcode));
}

function chooseIdcodes(drafts: ProductDraft[], taken: Set<string>): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { id, id_1c, derived } of drafts) {
    const wish = derived.code && validIdcode.test(derived.code) && !taken.has(derived.code) ? derived.code : String(id);
    let idcode = wish;
    while (taken.has(idcode)) idcode = `${idcode}-1`;
    taken.add(idcode);
    chosen.set(id_1c, idcode);
  }
  return chosen;
}
