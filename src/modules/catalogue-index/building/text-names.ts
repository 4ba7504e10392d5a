/** Names that products are found by but carry only as numbers. Maps of plain texts: they travel between threads. */
export type TextNames = {
  /** Brand id → name. */
  brands: Map<number, string>;
  /** Value id → «Диаметр 125 мм», «Цвет Белый»; of yes-or-no only the attribute's name when it is yes. */
  values: Map<number, string>;
  /** Category id → names from the root to itself; one array per category, so that equal paths are the same array. */
  paths: Map<number, readonly string[]>;
};

/** Reads the names; `ask` runs one statement without parameters. A switched-off category names nothing. */
export async function readTextNames(ask: (text: string) => Promise<Record<string, unknown>[]>): Promise<TextNames> {
  const brands = await ask('select id, name from brands');
  const values = await ask(`select v.id, a.name, v.value, a.unit, a.type from attribute_values v
    join attributes a on a.id = v.attribute_id`);
  const categories = await ask('select id, parent_id, name from categories where switched_off_at is null');
  const byId = new Map(categories.map((row) => [row.id as number, row as { parent_id: number | null; name: string }]));
  return {
    brands: new Map(brands.map(({ id, name }) => [id as number, name as string])),
    values: new Map(values.map((row) => [row.id as number, valueText(row)])),
    paths: new Map([...byId.keys()].map((id) => [id, pathNames(byId, id)])),
  };
}

function valueText({ name, value, unit, type }: Record<string, unknown>): string {
  if (type === 'boolean') return /^(?:да|true)$/i.test(String(value)) ? String(name) : '';
  return [name, value, unit].filter(Boolean).join(' ');
}

function pathNames(byId: ReadonlyMap<number, { parent_id: number | null; name: string }>, id: number): string[] {
  const names: string[] = [];
  for (
    let at = byId.get(id);
    at && names.length < 10;
    at = at.parent_id === null ? undefined : byId.get(at.parent_id)
  ) {
    names.unshift(at.name);
  }
  return names;
}
