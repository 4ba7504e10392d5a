/** Over `prices … retail`: an old price is shown if some stretch of the last 30 days was really sold at it. */
export const isReducedSql = `(coalesce(retail.old_price > retail.price, false) and exists (
  select from price_changes charged
  where charged.price_column = retail.price_column and charged.product_id = retail.product_id
    and charged.price = retail.old_price and charged.changed_at <= now()
    and coalesce((
      select min(next.changed_at) from price_changes next
      where next.price_column = charged.price_column and next.product_id = charged.product_id
        and next.changed_at > charged.changed_at
    ), 'infinity') > now() - interval '30 days'))`;
