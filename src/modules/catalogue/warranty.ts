/** The attribute that holds a warranty, by its code in 1C. */
export const warrantyCode = 'garantiya';

/**
 * For statements over `products p`: how many months its warranty lasts; null: none is known in months. Never read out
 * of a text: the attribute is a number of months.
 */
export const warrantyMonthsSql = `(
  select case when jsonb_typeof(p.specs->a.code) = 'number' and (p.specs->>a.code)::numeric between 1 and 1200
      and mod((p.specs->>a.code)::numeric, 1) = 0
    then (p.specs->>a.code)::numeric::integer end
  from attributes a where a.code = '${warrantyCode}' and a.type = 'number' and a.unit = 'мес.')`;
