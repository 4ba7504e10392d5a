import { unitName } from '#shared/okei.ts';
import type { Connection } from './connection.ts';

/** What 1C's own list of units calls them, by code, and what the owner says of them, by the shop's name. */
export type UnitNames = { names: ReadonlyMap<string, string>; rules: ReadonlyMap<string, UnitRule> };
export type UnitRule = { unit: string; is_sold: boolean };

export async function openUnits(client: Connection): Promise<UnitNames> {
  const names = await client.query<{ code: string; name: string }>('select code, name from onec_units');
  const rules = await client.query<UnitRule & { name: string }>('select name, unit, is_sold from onec_unit_rules');
  return {
    names: new Map(names.rows.map(({ code, name }) => [code, name])),
    rules: new Map(rules.rows.map(({ name, ...rule }) => [name, rule])),
  };
}

/** A unit of 1C as the shop calls it. */
export function unitNameOf(code: string, given: string, { names, rules }: UnitNames): string {
  const name = unitName(code, given, names);
  return rules.get(name)?.unit ?? name;
}

/** Whether goods may be sold by it. */
export function isSoldBy(code: string, given: string, { names, rules }: UnitNames): boolean {
  return rules.get(unitName(code, given, names))?.is_sold ?? true;
}
