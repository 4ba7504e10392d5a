-- Of lines that stand already it is what the catalogue says now.
update order_lines l set warranty_months = (p.specs->>'garantiya')::numeric::integer
from products p, attributes a
where p.id = l.product_id and p.specs ? 'garantiya'
  and a.code = 'garantiya' and a.type = 'number' and a.unit = 'мес.'
  and case when jsonb_typeof(p.specs->'garantiya') = 'number'
    then (p.specs->>'garantiya')::numeric between 1 and 1200 and mod((p.specs->>'garantiya')::numeric, 1) = 0
    else false end;
