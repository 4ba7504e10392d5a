import { publicParent } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';

export type OtherBranch = {
  id_1c: string;
  name_for_site: string;
  domain: string;
  is_main: boolean;
  price: number;
  available: number;
  /** In how many days its goods are brought to this branch; null: they are not. */
  brought_days: [from: number, to: number] | null;
};

const selectOtherBranches = preparedStatement<OtherBranch>(
  'other_branches',
  `select d.id_1c, d.name_for_site, d.domain, d.is_main, prices.price,
    greatest(stock.on_hand - stock.reserved, 0) as available,
    case when t.days_min is null then null else json_build_array(t.days_min, t.days_max) end as brought_days
  from departments d
  join prices on prices.price_column = d.base_price and prices.product_id = $1::int
  join stock on stock.store = d.store and stock.product_id = $1::int
  join products p on p.id = $1::int
  left join branch_transfers t on t.department_id_1c = $2::text and t.from_id_1c = d.id_1c
  where d.parent = $3::text and d.branch_id_1c is null and d.id_1c <> $2::text
    and prices.price is not null and p.switched_off_at is null and stock.on_hand - stock.reserved >= p.min_count
  order by d.name_for_site`,
);

/**
 * Branches other than this one where the product can be bought now, by name, each with its own retail price in kopecks.
 */
export async function otherBranches(db: Db, productId: number, department_id_1c: string): Promise<OtherBranch[]> {
  return selectOtherBranches(db, [productId, department_id_1c, publicParent]);
}
