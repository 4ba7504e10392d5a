import { loadCatalogNodes } from './catalog-nodes.ts';
import type { Connection } from './connection.ts';
import {
  allRows,
  type ByNode,
  loadPriceTypes,
  loadWarehouses,
  type PriceTypeRow,
  type WarehouseRow,
} from './mapping.ts';

/** By which rules prices and stock follow from what 1C says. */
export type MappingRules = {
  types: ByNode<PriceTypeRow>;
  warehouses: ByNode<WarehouseRow>;
  /** By catalogue, the node that feeds it: its goods go by the price types and warehouses of that node alone. */
  nodes: ReadonlyMap<string, number>;
};

/** The rules as they stand now, in rows of their own. */
export async function loadRules(client: Connection): Promise<MappingRules> {
  return {
    types: await loadPriceTypes(client),
    warehouses: await loadWarehouses(client),
    nodes: await loadCatalogNodes(client),
  };
}

/** The price columns and the stores that any of these rules feed. */
export function fedBy(rules: MappingRules[]): { columns: string[]; stores: string[] } {
  const columns = rules.flatMap(({ types }) => allRows(types).flatMap(({ price_column }) => price_column ?? []));
  const stores = rules.flatMap(({ warehouses }) => allRows(warehouses).flatMap(({ store }) => store ?? []));
  return { columns: [...new Set(columns)], stores: [...new Set(stores)] };
}
