-- Terms that were written by hand become settings with bounds: what is no number is left out, what is beyond its bounds
-- becomes the nearest that is allowed. The sum of a large order is kept in roubles, as it is typed.
update settings set value = value || jsonb_build_object('large_sum', ceil((value ->> 'large_sum_kopecks')::numeric / 100))
where key = 'reservation_terms' and jsonb_typeof(value -> 'large_sum_kopecks') = 'number';

with bounds (key, field, least, most) as (
  values
    ('reservation_terms', 'invoice_working_days', 1, 30),
    ('reservation_terms', 'credit_working_days', 1, 30),
    ('reservation_terms', 'approval_working_days', 1, 30),
    ('reservation_terms', 'online_minutes', 5, 1440),
    ('reservation_terms', 'unconfirmed_hours', 1, 240),
    ('reservation_terms', 'large_unconfirmed_minutes', 5, 1440),
    ('reservation_terms', 'large_sum', 0, 100000000),
    ('reservation_terms', 'large_count', 1, 99999),
    ('reservation_terms', 'large_stock_percent', 1, 100),
    ('support_terms', 'answer_working_days', 1, 10),
    ('review_terms', 'decide_working_days', 1, 10),
    ('review_terms', 'answer_working_days', 1, 10),
    ('review_terms', 'invite_after_days', 0, 60),
    ('form_terms', 'least_ms', 0, 60000),
    ('form_terms', 'per_hour', 1, 100000),
    ('form_terms', 'kept_days', 30, 3650)
), kept as (
  select s.key, jsonb_object_agg(b.field, least(greatest(round((s.value ->> b.field)::numeric), b.least), b.most)) as value
  from settings s join bounds b on b.key = s.key and jsonb_typeof(s.value -> b.field) = 'number'
  group by s.key
)
update settings s set value = coalesce(k.value, '{}'::jsonb)
from (select distinct key from bounds) b left join kept k on k.key = b.key
where s.key = b.key;
