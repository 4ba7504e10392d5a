-- Written by scripts/dump-schema.ts from a migrated database. Do not edit.

set check_function_bodies = off;

create collation russian (provider = icu, locale = 'ru-RU');

CREATE OR REPLACE FUNCTION public.acting_words(changed text, was jsonb, now_is jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  r jsonb := coalesce(now_is, was);
  done text := case when was is null then 'добавление' when now_is is null then 'удаление' else 'изменение' end;
  product text;
  ordered text;
  receiving text[] := '{receiving_type,pickup_department_id_1c,delivery_address,delivery_zone_id,delivery_zone_name,delivery_price,carrying,carrying_floor,carrying_price,receiving_date,'
    'receiving_from,receiving_to,recipient_name,recipient_phone,is_proxy_recipient,car_plate,unloading_note,total,weight_grams}';
begin
  if changed = 'cart_lines' then
    select '«' || name || '»' into product from products where id = (r ->> 'product_id')::int;
    return case
      when was is null then 'Корзина: добавлен товар ' || product || ', ' || (r ->> 'count')
      when now_is is null then 'Корзина: убран товар ' || product
      when was -> 'count' <> now_is -> 'count' then 'Корзина: ' || product || ', было ' || (was ->> 'count') || ', стало ' || (r ->> 'count')
    end;
  elsif changed = 'carts' then
    return case when (was ->> 'coupon') is distinct from (now_is ->> 'coupon') then
      case when r ->> 'coupon' is null or now_is is null then 'Корзина: убран купон' else 'Корзина: указан купон ' || (r ->> 'coupon') end end;
  elsif changed = 'tickets' then
    return case
      when was is null then 'Открыто обращение '
      when was ->> 'state' <> 'closed' and now_is ->> 'state' = 'closed' then 'Закрыто обращение '
      else 'Изменено обращение ' end || (r ->> 'number');
  elsif changed = 'ticket_messages' then
    return 'Сообщение в обращении ' || coalesce((select number::text from tickets where id = (r ->> 'ticket_id')::uuid), '');
  elsif changed = 'users' then
    return case
      when was is null or now_is is null then 'Учётная запись: ' || done
      when was - 'company_id' = now_is - 'company_id' then 'Смена организации, для которой покупают'
      when was ->> 'full_name' <> now_is ->> 'full_name' then 'Профиль: изменено имя'
      when was ->> 'password_hash' is distinct from now_is ->> 'password_hash' then 'Профиль: изменён пароль'
      else 'Профиль: изменение' end;
  elsif changed = 'sessions' then
    return case when was ->> 'ended_at' is null and now_is ->> 'ended_at' is not null then 'Завершён вход в кабинет' end;
  elsif changed = 'orders' then
    ordered := r ->> 'number';
    return case
      when was is null then 'Оформлен заказ ' || ordered
      when now_is is null then 'Удалён заказ ' || ordered
      when was ->> 'state' <> 'cancelled' and now_is ->> 'state' = 'cancelled' then 'Отменён заказ ' || ordered
      when was - array['payment_method', 'payment_state'] = now_is - array['payment_method', 'payment_state'] then 'Изменена оплата заказа ' || ordered
      when was - receiving = now_is - receiving then 'Изменено получение заказа ' || ordered
      else 'Изменён заказ ' || ordered end;
  elsif r ? 'order_id' and changed in ('order_lines', 'order_files', 'delegated_passes', 'order_arrivals', 'payments', 'documents') then
    select number::text into ordered from orders where id = (r ->> 'order_id')::uuid;
    return case
      when changed = 'order_lines' then 'Изменён состав заказа ' || ordered
      when changed = 'order_files' then 'Файл к заказу ' || ordered || ': ' || done
      when changed = 'order_arrivals' then 'Отмечен приезд за заказом ' || ordered
      when changed = 'documents' then 'Выписан документ к заказу ' || ordered
      when changed = 'payments' and was is null then 'Начата оплата заказа ' || ordered
      when changed = 'payments' and was -> 'state' <> now_is -> 'state' then 'Изменена оплата заказа ' || ordered
      when changed = 'delegated_passes' and was is null then 'Пропуск к заказу ' || ordered || ' передан другому человеку'
      when changed = 'delegated_passes' then 'Пропуск другого человека к заказу ' || ordered || ' отозван'
    end;
  elsif changed = 'order_proposals' then
    select number::text into ordered from orders where id = (r ->> 'order_id')::uuid;
    return case
      when was ->> 'state' = 'open' and now_is ->> 'state' = 'accepted' then 'Принято изменение заказа ' || ordered
      when was ->> 'state' = 'open' and now_is ->> 'state' = 'declined' then 'Отклонено изменение заказа ' || ordered
    end;
  end if;
  return case changed
    when 'contacts' then 'Контакты'
    when 'saved_addresses' then 'Адреса доставки'
    when 'saved_recipients' then 'Получатели'
    when 'identities' then 'Входы через другие сайты'
    when 'subscriptions' then 'Подписки'
    when 'consents' then 'Согласия'
    when 'reviews' then 'Отзывы'
    when 'review_photos' then 'Фотографии отзывов'
    when 'review_votes' then 'Голоса за отзывы'
    when 'review_silences' then 'Отказ от приглашений к отзывам'
    when 'product_questions' then 'Вопросы о товарах'
    when 'ticket_files' then 'Файлы обращений'
    when 'companies' then 'Организация'
    when 'company_members' then 'Люди организации'
    when 'company_invitations' then 'Приглашения в организацию'
    when 'company_requests' then 'Заявки на цены для бизнеса'
    when 'cards' then 'Карты магазина'
    when 'card_movements' then 'Бонусы'
    when 'form_submissions' then 'Заявки с сайта'
    when 'form_files' then 'Файлы заявок'
    when 'saved_lists' then 'Список «' || (r ->> 'name') || '»'
    when 'saved_list_lines' then 'Товары списка «' || (select name from saved_lists where id = (r ->> 'list_id')::uuid) || '»'
    when 'estimates' then 'Сметы'
    when 'estimate_lines' then 'Сметы'
    when 'fortune_spins' then 'Колесо призов'
    else changed end || ': ' || done;
end $function$
;

CREATE OR REPLACE FUNCTION public.awaits_approval(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from order_approvals a where a.order_id = awaits_approval.order_id and a.outcome is null)
$function$
;

CREATE OR REPLACE FUNCTION public.branches_of_order(placed_in text, picked_up_at text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_remove(
    array[placed_in, (select coalesce(d.branch_id_1c, d.id_1c) from departments d where d.id_1c = picked_up_at)], null)
$function$
;

CREATE OR REPLACE FUNCTION public.check_cart_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (select distinct cart_id from added) cart
    where (select count(*) from cart_lines l where l.cart_id = cart.cart_id) > 150
  ) then
    raise check_violation using constraint = 'cart_lines_limit', message = 'a cart holds 150 lines at most';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.check_saved_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Lists of one person are saved one after another: a parallel one is counted too.
  perform from users where id = new.user_id for no key update;
  if (select count(*) from saved_lists where user_id = new.user_id) > 30 then
    raise check_violation using constraint = 'saved_lists_limit', message = 'a person keeps 30 lists at most';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.payment_id <> new.payment_id then
    raise exception 'a refund stays with its payment';
  end if;
  update payments set refunded = refunded
    + case when tg_op <> 'DELETE' and new.state <> 'canceled' then new.amount else 0 end
    - case when tg_op <> 'INSERT' and old.state <> 'canceled' then old.amount else 0 end
  where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cover_bonus_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.outcome = 'spent' and new is distinct from old then
    raise exception 'spent bonuses stay spent';
  end if;
  if new.ended_at is not null then
    return new;
  end if;
  perform from cards where id = new.card_id for update;
  if (select coalesce(sum(amount), 0) from card_movements where card_id = new.card_id)
    < new.amount + (select coalesce(sum(amount), 0) from bonus_holds
      where card_id = new.card_id and ended_at is null and order_id <> new.order_id) then
    raise exception 'a card has no less than no bonuses' using errcode = 'check_violation', constraint = 'card_balance_not_negative';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.create_price_partition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create table %I partition of prices for values in (%L)', 'prices_' || new.price_column, new.price_column);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.create_stock_partition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create table %I partition of stock for values in (%L) with (fillfactor = 80)', 'stock_' || new.store, new.store);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_price_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from price_changes c using gone where c.product_id = gone.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_price_tiers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from price_tiers t using gone where t.price_column = gone.price_column and t.product_id = gone.product_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.drop_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from prices p using gone where p.product_id = gone.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fortune_count_spin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.cost_kopecks is distinct from (select sum_kopecks from fortune_prizes where id = new.given_prize_id) then
    raise check_violation using message = 'a spin costs what its prize is worth';
  end if;
  update fortune_campaigns set spent_kopecks = spent_kopecks + new.cost_kopecks where id = new.campaign_id;
  update fortune_prizes set given = given + 1 where id = new.given_prize_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fortune_keep_prizes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from fortune_campaigns
      where id in (case when tg_op <> 'INSERT' then old.campaign_id end, case when tg_op <> 'DELETE' then new.campaign_id end)
        and published_at is not null)
    and (tg_op <> 'UPDATE' or to_jsonb(new) - 'given' <> to_jsonb(old) - 'given' or new.given < old.given)
  then
    raise check_violation using message = 'published prizes of a wheel are never changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.fortune_keep_spin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE'
    or (new.user_id is not null and new.user_id is distinct from old.user_id
      and new.user_id is distinct from (select merged_into from users where id = old.user_id))
    or (new.device_hash is not null and new.device_hash is distinct from old.device_hash)
    or (new.address_hash is not null and new.address_hash is distinct from old.address_hash)
    or to_jsonb(new) - '{user_id,device_hash,address_hash}'::text[] <> to_jsonb(old) - '{user_id,device_hash,address_hash}'::text[]
  then
    raise check_violation using message = 'a spin is never changed';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.fortune_keep_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.published_at is not null and (tg_op = 'DELETE'
    or to_jsonb(new) - '{spent_kopecks,closed_at,sealed_seed}'::text[] <> to_jsonb(old) - '{spent_kopecks,closed_at,sealed_seed}'::text[]
    or new.spent_kopecks < old.spent_kopecks or (old.closed_at is not null and new.closed_at is distinct from old.closed_at))
  then
    raise check_violation using message = 'published terms of a wheel are never changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_card_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from cards where id = new.card_id for update;
  if new.amount < 0 and (select coalesce(sum(amount), 0) from card_movements where card_id = new.card_id) + new.amount
    < (select coalesce(sum(amount), 0) from bonus_holds where card_id = new.card_id and ended_at is null) then
    raise exception 'a card has no less than no bonuses' using errcode = 'check_violation', constraint = 'card_balance_not_negative';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.keep_until <= now() then
    return old;
  end if;
  raise exception 'audit_log is not changed, and deleted only after its term';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_card_movements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from cards where id = old.card_id) then
      raise exception 'movements of a card stay';
    end if;
    return old;
  end if;
  if (new.id, new.card_id, new.at, new.reason, new.amount, new.purchase_kopecks, new.percent, new.expires_at, new.who, new.note)
    is distinct from (old.id, old.card_id, old.at, old.reason, old.amount, old.purchase_kopecks, old.percent, old.expires_at, old.who, old.note) then
    raise exception 'movements of a card stay';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_provider_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.purpose not in ('VK', 'Yandex') then return coalesce(new, old); end if;
  if tg_op = 'DELETE' then
    if not exists (select from users where id = old.user_id and deleted_at is null) then return old; end if;
  elsif (new.user_id, new.type, new.value, new.purpose) is not distinct from (old.user_id, old.type, old.value, old.purpose) then
    return new;
  end if;
  raise exception 'contact % came from %, it cannot be changed', old.id, old.purpose using errcode = 'check_violation', constraint = 'contacts_provider_kept';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_used_partition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_used boolean;
begin
  if tg_table_name = 'price_columns' then
    select exists (select from prices where price_column = old.price_column) into is_used;
  else
    select exists (select from stock where store = old.store) into is_used;
  end if;
  if is_used then
    raise foreign_key_violation using message = format('%s is still in use', tg_table_name);
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.limit_outline_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from department_outline_lines l where l.department_id_1c in (select w.department_id_1c from written w)
    group by l.department_id_1c having sum(cardinality(l.latitudes)) > 6000
  ) then
    raise exception 'an outline has at most 6000 points' using errcode = 'check_violation',
      constraint = 'department_outlines_points_check';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.merged_onec_description(known jsonb, said jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when known is null then said else
    (known - 'emptied' - 'properties'
      - array(select jsonb_array_elements_text(coalesce(said -> 'emptied', '[]')))
      - case when said ? 'unit' then array['unit', 'conversions'] else '{}' end
      - case when said ?| array['description', 'html'] then array['description', 'html'] else '{}' end)
    || (said - 'emptied' - 'properties' - case when said ->> 'name' = '' then array['name'] else '{}' end)
    || coalesce((
      select jsonb_build_object('properties', jsonb_agg(property order by place)) from (
        select property, place from jsonb_array_elements(known -> 'properties') with ordinality k (property, place)
        where not exists (
          select from jsonb_array_elements(said -> 'properties') s where s -> 0 = property -> 0)
        union all
        select property, 1000000 + place from jsonb_array_elements(said -> 'properties') with ordinality s (property, place)
        where property -> 1 <> '[]'
      ) properties
      having count(*) > 0), '{}')
  end
$function$
;

CREATE OR REPLACE FUNCTION public.merged_onec_descriptions(descriptions jsonb[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  merged jsonb;
  said jsonb;
begin
  foreach said in array descriptions loop
    merged := merged_onec_description(merged, said);
  end loop;
  return merged;
end
$function$
;

CREATE OR REPLACE FUNCTION public.node_of_product(product integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select c.node_id
  from products p
  join onec_goods g on g.good_id = split_part(p.id_1c, '#', 1)
  join onec_catalogs c on c.catalog_id_1c = g.catalog_id_1c
  where p.id = product
  order by g.id_1c limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.note_acting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  acting uuid := current_setting('shop.acting_id')::uuid;
  -- What the shop notes for itself.
  own text[] := '{changed_at,version,used_at,purchase_reported_at,helpful_count,shown_at,known_price,secret_hash,revision}';
  was jsonb;
  now_is jsonb;
  words text;
begin
  if tg_op <> 'INSERT' then was := to_jsonb(old) - own; end if;
  if tg_op <> 'DELETE' then now_is := to_jsonb(new) - own; end if;
  if was = now_is then return null; end if;
  words := acting_words(tg_table_name, was, now_is);
  if words is null then return null; end if;
  -- Consequences of a line that says it all: an order's own lines, and the cart it was placed from; a request's first message.
  if tg_table_name in ('cart_lines', 'carts', 'order_lines') and exists (
      select from acting_log where acting_id = acting and transaction = pg_current_xact_id() and what like 'Оформлен заказ %')
    or tg_table_name = 'ticket_messages' and exists (
      select from acting_log where acting_id = acting and transaction = pg_current_xact_id() and what like 'Открыто обращение %')
  then
    return null;
  end if;
  insert into acting_log (acting_id, at, transaction, what) values (acting, now(), pg_current_xact_id(), words)
  on conflict (acting_id, transaction, what) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_losing_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalogue_losses (product_id) select distinct product_id from gone;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_lost_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalogue_losses (product_id) select id from gone;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_moved_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalogue_losses (product_id) values (old.product_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_order_approved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_webhook_event('order.confirmed', o.id, new.decided_at, o.state, o.payment_state,
    branches_of_order(o.department_id_1c, o.pickup_department_id_1c))
  from orders o where o.id = new.order_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_order_confirmed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_webhook_event('order.confirmed', new.id, new.changed_at, new.state, new.payment_state,
    branches_of_order(new.department_id_1c, new.pickup_department_id_1c));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_order_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhooks where is_on) then return null; end if;
  perform note_webhook_event(e.event, m.order_id, m.at, m.state, m.payment_state,
    branches_of_order(o.department_id_1c, o.pickup_department_id_1c))
  from moved m
  join orders o on o.id = m.order_id
  cross join lateral (
    select case when m.state = 'new' and m.payment_state = 'unpaid' then 'order.placed' else 'order.moved' end as event
    where m.state is not null
    union all
    select 'order.paid' where m.payment_state = 'paid'
  ) e
  order by m.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_order_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  former text[] := branches_of_order(old.department_id_1c, old.pickup_department_id_1c);
  present text[] := branches_of_order(new.department_id_1c, new.pickup_department_id_1c);
begin
  if former <@ present and present <@ former then return null; end if;
  perform note_webhook_event('order.moved', new.id, new.changed_at, new.state, new.payment_state, former || present);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_webhook_event(event text, order_id uuid, at timestamp with time zone, state text, payment_state text, branches text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with wanted as (
    select w.id from webhooks w
    where w.is_on and note_webhook_event.event = any(w.events)
      and (w.department_id_1c is null or w.department_id_1c = any(branches))
  ), made as (
    insert into webhook_events (event, order_id, at, state, payment_state)
    select note_webhook_event.event, note_webhook_event.order_id, note_webhook_event.at,
      note_webhook_event.state, note_webhook_event.payment_state
    where exists (select from wanted)
    returning id
  ), sent as (
    insert into webhook_deliveries (webhook_id, event_id) select wanted.id, made.id from wanted, made
  )
  insert into deferred_jobs (task, payload) select 'send_webhooks', '{}' from made;
end $function$
;

CREATE OR REPLACE FUNCTION public.pages_keep_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.published_at is not null
    and ((new.slug, new.version, new.title, new.html, new.department_id_1c)
      is distinct from (old.slug, old.version, old.title, old.html, old.department_id_1c)
      or (new.published_at is distinct from old.published_at and old.published_at <= now())) then
    raise exception 'A published version of a page is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.raise_catalogue_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update catalogue_version set version = version + 1;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.raise_order_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  old.changed_at := new.changed_at;
  old.revision := new.revision;
  old.short_since := new.short_since;
  old.purchase_reported_at := new.purchase_reported_at;
  old.prolonged_at := new.prolonged_at;
  old.email_proved_at := new.email_proved_at;
  old.secret_hash := new.secret_hash;
  old.visitor := new.visitor;
  old.user_id := new.user_id;
  old.assigned_to := new.assigned_to;
  old.taken_kopecks := new.taken_kopecks;
  if new is distinct from old then
    new.revision := new.revision + 1;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild_catalogue_index()
 RETURNS void
 LANGUAGE sql
AS $function$
  update catalogue_version set epoch = epoch + 1;
$function$
;

CREATE OR REPLACE FUNCTION public.rebuild_catalogue_index_after_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform rebuild_catalogue_index();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild_catalogue_index_after_units()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform rebuild_catalogue_index();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.receipt_sum(items jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN (SELECT (COALESCE(sum((((item.value ->> 'count'::text))::bigint * ((item.value ->> 'price'::text))::bigint)), (0)::numeric))::bigint AS "coalesce" FROM jsonb_array_elements(receipt_sum.items) item(value))
;

CREATE OR REPLACE FUNCTION public.record_changed_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  execute $history$
    insert into price_changes (price_column, product_id, price, who)
    select n.price_column, n.product_id, n.price, nullif(current_setting('shop.price_author', true), '')
    from changed n join former o using (price_column, product_id)
    where n.price is distinct from o.price
    on conflict (price_column, product_id, changed_at) do update set price = excluded.price, who = excluded.who
  $history$;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_new_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from changed n where not exists (select from products p where p.id = n.product_id)) then
    raise foreign_key_violation using message = 'a price of a product that does not exist';
  end if;
  insert into price_changes (price_column, product_id, price, who)
  select price_column, product_id, price, nullif(current_setting('shop.price_author', true), '')
  from changed where price is not null
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price, who = excluded.who;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_cost_column()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  used text[];
begin
  if tg_table_name = 'price_columns' then
    if new.is_cost and (
      exists (select from departments d where new.price_column in (d.base_price, d.b2b_price))
      or exists (select from companies c where c.price_column = new.price_column)
      or exists (select from orders o where o.price_column = new.price_column)
      or exists (select from price_tiers t where t.price_column = new.price_column)) then
      raise exception 'price column % is sold by: it holds no purchase prices', new.price_column
        using errcode = 'check_violation', constraint = 'cost_columns_are_not_sold_by';
    end if;
    return new;
  end if;
  used := case tg_table_name
    when 'departments' then array[to_jsonb(new) ->> 'base_price', to_jsonb(new) ->> 'b2b_price']
    else array[to_jsonb(new) ->> 'price_column'] end;
  if exists (select from price_columns c where c.is_cost and c.price_column = any(used)) then
    raise exception 'purchase prices are not sold by' using errcode = 'check_violation', constraint = 'cost_columns_are_not_sold_by';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_deciding_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an approval is decided once' using errcode = 'check_violation', constraint = 'order_approvals_decided_once';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_endless_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from changed r
    join order_lines l on l.id = r.order_line_id
    join orders o on o.id = l.order_id
    where r.ended_at is null and r.expires_at is null and (o.unconfirmed_since is not null or awaits_approval(o.id))
  ) then
    raise exception 'an unconfirmed order holds goods without a term'
      using errcode = 'check_violation', constraint = 'reservations_of_unconfirmed_have_a_term';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unapproved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if awaits_approval((to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise exception 'the order waits for an approval' using errcode = 'check_violation', constraint = 'order_awaits_approval';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unconfirming()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a confirmed order does not become unconfirmed again' using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_undoing_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from refunds where payment_id = new.id and state <> 'canceled')
    or exists (select from receipts where payment_id = new.id and state <> 'canceled') then
    raise exception 'a payment with a refund or a receipt stays';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reread_prices()
 RETURNS void
 LANGUAGE sql
AS $function$
  update catalogue_version set prices_epoch = prices_epoch + 1;
$function$
;

CREATE OR REPLACE FUNCTION public.say_catalogue_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('invalidated', '["revision"]');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_coupon_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.code_key := translate(new.code, 'Ё', 'Е');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.shows_draft(of_kind text, of_id text, drafts integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return coalesce(drafts = 0, false) or exists (
    select from release_items i where i.release_id = drafts and i.kind = of_kind and i.record_id = of_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.stamp_changed_xid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_consent(person uuid, text_id integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select id from consents
  where user_id = person and page_id = text_id and purpose = 'personal_data' and under_id is null and withdrawn_at is null
  order by given_at desc, id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.take_delivery_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most smallint;
begin
  select places into most from delivery_slots
  where zone_id = new.delivery_zone_id and opens_minute = new.receiving_from and places is not null
  for no key update;
  if most < (
    select count(*) from orders
    where delivery_zone_id = new.delivery_zone_id and receiving_date = new.receiving_date
      and receiving_from = new.receiving_from and state <> 'cancelled'
  ) then
    raise exception 'slot % of zone % is taken on %', new.receiving_from, new.delivery_zone_id, new.receiving_date
      using errcode = 'check_violation', constraint = 'delivery_slot_places';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_pickup_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most smallint;
begin
  select pickup_slot_places into most from departments
  where id_1c = new.pickup_department_id_1c and pickup_slot_places is not null
  for no key update;
  if most < (
    select count(*) from orders
    where pickup_department_id_1c = new.pickup_department_id_1c and receiving_date = new.receiving_date
      and receiving_from = new.receiving_from and state <> 'cancelled'
  ) then
    raise exception 'slot % of point % is taken on %', new.receiving_from, new.pickup_department_id_1c, new.receiving_date
      using errcode = 'check_violation', constraint = 'pickup_slot_places';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  values (jsonb_strip_nulls(jsonb_build_object('topic', tg_argv[0], 'kind', tg_argv[1]))::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_acting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_session', new.session_id)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_branches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  select jsonb_build_object('topic', tg_argv[0], 'branches', to_jsonb(array[m.department_id_1c]))::text
  from (select distinct department_id_1c from changed) m;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_coupon_batches()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  select jsonb_strip_nulls(jsonb_build_object('topic', 'jobs', 'kind', 'coupon-batches',
    'branches', case when m.department_id_1c is not null then to_jsonb(array[m.department_id_1c]) end))::text
  from (select distinct department_id_1c from changed) m;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_file_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  values (jsonb_build_object('topic', 'jobs', 'kind', 'file-imports', 'is_cost', new.uses_cost)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_order_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  select m.message from (
    select distinct jsonb_build_object('topic', tg_argv[0],
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'point', case when o.state in ('new', 'assembling', 'ready', 'in_delivery') then p.at end,
      'record', case when c.among <= 100 then o.id end)::text as message
    from (select order_id, count(*) over () as among from changed) c join orders o on o.id = c.order_id
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) m;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  select m.message from (
    select distinct jsonb_build_object('topic', 'orders',
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'point', case when o.state in ('new', 'assembling', 'ready', 'in_delivery') then p.at end,
      -- Of many at once the branch is enough.
      'record', case when o.among <= 100 then o.id end)::text as message
    from (
      select id, department_id_1c, pickup_department_id_1c, state, count(*) over () as among from changed
    ) o
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) m;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_payment_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into office_messages (message)
  select m.message from (
    select distinct jsonb_build_object('topic', 'payments',
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'record', case when c.among <= 100 then o.id end)::text as message
    from (select payment_id, count(*) over () as among from changed) c
    join payments y on y.id = c.payment_id join orders o on o.id = y.order_id
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) m;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_plans(plans integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into office_messages (message)
  select jsonb_build_object('topic', 'jobs', 'kind', 'price-plans', 'is_cost', p.uses_cost, 'branches', coalesce((
    select jsonb_agg(d.id_1c order by d.id_1c) from departments d
    where d.branch_id_1c is null and (d.base_price = any(p.columns) or d.b2b_price = any(p.columns))), '[]'))::text
  from price_plans p where p.id = any(plans)
$function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_price_plan_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_office_of_plans(array(select distinct plan_id from changed));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_price_plans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_office_of_plans(array(select id from changed));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_session', old.id)::text)
  where exists (select from staff where user_id = old.user_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_office_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_person', old.user_id)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.text_in_force(of_slug text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select id from pages
  where slug = of_slug and department_id_1c is null and published_at <= at and coalesce(ends_at > at, true)
  order by version desc limit 1
$function$
;

create sequence form_numbers as bigint start 30001 increment 1;

create sequence order_numbers as bigint start 1000001 increment 1;

create sequence ticket_numbers as bigint start 5001 increment 1;

create table acting_links (
  hash bytea not null,
  session_id uuid not null,
  user_id uuid not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint acting_links_pkey PRIMARY KEY (hash),
  constraint acting_links_check CHECK ((expires_at <= (created_at + '00:01:00'::interval))),
  constraint acting_links_hash_check CHECK ((length(hash) = 32)),
  constraint acting_links_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 500)))
);

create table acting_log (
  id bigint generated always as identity not null,
  acting_id uuid not null,
  at timestamp with time zone default now() not null,
  what text not null,
  transaction xid8,
  constraint acting_log_pkey PRIMARY KEY (id)
);

create table acting_sessions (
  id uuid default gen_random_uuid() not null,
  staff_user_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  reason text not null,
  started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint acting_sessions_pkey PRIMARY KEY (id),
  constraint acting_sessions_check CHECK ((expires_at <= (started_at + '00:30:00'::interval))),
  constraint acting_sessions_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 500)))
);

create table action_condition_attributes (
  condition_id integer not null,
  attribute_id integer not null,
  chosen text[] default '{}'::text[] not null,
  number_from numeric,
  number_to numeric,
  constraint action_condition_attributes_pkey PRIMARY KEY (condition_id, attribute_id),
  constraint action_condition_attributes_check CHECK (((cardinality(chosen) > 0) OR (num_nonnulls(number_from, number_to) > 0))),
  constraint action_condition_attributes_check1 CHECK ((number_from <= number_to))
);

create table action_conditions (
  id integer generated always as identity not null,
  action_id integer not null,
  "position" smallint not null,
  category_id integer,
  brand_ids integer[] default '{}'::integer[] not null,
  price_column text,
  price_from integer,
  price_to integer,
  constraint action_conditions_pkey PRIMARY KEY (id),
  constraint action_conditions_action_id_position_key UNIQUE (action_id, "position"),
  constraint action_conditions_check CHECK (((price_column IS NULL) = (num_nonnulls(price_from, price_to) = 0))),
  constraint action_conditions_check1 CHECK ((price_from <= price_to)),
  constraint action_conditions_price_from_check CHECK ((price_from >= 0)),
  constraint action_conditions_price_to_check CHECK ((price_to >= 0))
);

create table action_conditions_state (
  is_only boolean default true not null,
  snapshot pg_snapshot not null,
  version bigint not null,
  full_at timestamp with time zone not null,
  constraint action_conditions_state_pkey PRIMARY KEY (is_only),
  constraint action_conditions_state_is_only_check CHECK (is_only)
);

create table action_former_slugs (
  slug text not null,
  action_id integer not null,
  constraint action_former_slugs_pkey PRIMARY KEY (slug),
  constraint action_former_slugs_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table action_products (
  action_id integer not null,
  product_id integer not null,
  changed_xid xid8 default pg_current_xact_id() not null,
  is_listed boolean default true not null,
  is_by_conditions boolean default false not null,
  constraint action_products_pkey PRIMARY KEY (action_id, product_id),
  constraint action_products_has_a_reason CHECK ((is_listed OR is_by_conditions))
);

create table actions (
  id integer generated always as identity not null,
  slug text not null,
  name text not null,
  text text default ''::text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  department_id_1c text,
  organiser text default ''::text not null,
  rules text default ''::text not null,
  ad_mark text default ''::text not null,
  coupon text,
  image text,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint actions_pkey PRIMARY KEY (id),
  constraint actions_slug_key UNIQUE (slug),
  constraint actions_ad_mark_check CHECK ((length(ad_mark) <= 300)),
  constraint actions_check CHECK ((ends_at > starts_at)),
  constraint actions_image_check CHECK ((image <> ''::text)),
  constraint actions_organiser_check CHECK ((length(organiser) <= 300)),
  constraint actions_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table admin_keys (
  staff_user_id uuid not null,
  key uuid not null,
  body_hash bytea not null,
  status smallint,
  body jsonb,
  created_at timestamp with time zone default now() not null,
  constraint admin_keys_pkey PRIMARY KEY (staff_user_id, key)
);

create table api_calls (
  api_key_id integer not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  constraint api_calls_pkey PRIMARY KEY (api_key_id, key),
  constraint api_calls_key_check CHECK (((length(key) >= 8) AND (length(key) <= 200)))
);

create table api_keys (
  id integer generated always as identity not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  scopes text[] not null,
  departments text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_keys_scopes_check CHECK (((scopes <@ ARRAY['prices'::text, 'stock'::text]) AND (cardinality(scopes) > 0)))
);

create table article_former_slugs (
  slug text not null,
  article_id integer not null,
  constraint article_former_slugs_pkey PRIMARY KEY (slug)
);

create table articles (
  id integer generated always as identity not null,
  slug text not null,
  title text not null,
  lead text not null,
  topic text not null,
  season text,
  author text not null,
  picture text,
  blocks jsonb not null,
  department_id_1c text,
  words text not null,
  word_count integer not null,
  search tsvector generated always as (((setweight(to_tsvector('russian'::regconfig, translate(lower(title), 'ё'::text, 'е'::text)), 'A'::"char") || setweight(to_tsvector('russian'::regconfig, translate(lower(lead), 'ё'::text, 'е'::text)), 'B'::"char")) || to_tsvector('russian'::regconfig, translate(lower(words), 'ё'::text, 'е'::text)))) stored,
  published_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  is_draft boolean default false not null,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_slug_key UNIQUE (slug),
  constraint articles_author_check CHECK (((length(author) >= 2) AND (length(author) <= 120))),
  constraint articles_blocks_check CHECK ((jsonb_typeof(blocks) = 'array'::text)),
  constraint articles_check CHECK ((updated_at > published_at)),
  constraint articles_lead_check CHECK (((length(lead) >= 10) AND (length(lead) <= 500))),
  constraint articles_season_check CHECK ((season = ANY (ARRAY['new_year'::text, 'winter'::text, 'spring'::text, 'summer'::text, 'autumn'::text]))),
  constraint articles_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint articles_title_check CHECK (((length(title) >= 3) AND (length(title) <= 160))),
  constraint articles_word_count_check CHECK ((word_count >= 0))
);

create table attribute_former_values (
  change_id integer not null,
  product_id integer not null,
  was jsonb not null,
  became jsonb,
  constraint attribute_former_values_pkey PRIMARY KEY (change_id, product_id)
);

create table attribute_type_changes (
  id integer generated always as identity not null,
  attribute_id integer not null,
  was text not null,
  became text not null,
  changed_at timestamp with time zone not null,
  constraint attribute_type_changes_pkey PRIMARY KEY (id),
  constraint attribute_type_changes_became_check CHECK ((became = ANY (ARRAY['text'::text, 'number'::text, 'enum'::text, 'boolean'::text]))),
  constraint attribute_type_changes_check CHECK ((was <> became)),
  constraint attribute_type_changes_was_check CHECK ((was = ANY (ARRAY['text'::text, 'number'::text, 'enum'::text, 'boolean'::text])))
);

create table attribute_values (
  id integer generated always as identity not null,
  attribute_id integer not null,
  value text collate russian not null,
  number numeric,
  "position" integer default 0 not null,
  constraint attribute_values_pkey PRIMARY KEY (id),
  constraint attribute_values_attribute_id_value_key UNIQUE (attribute_id, value)
);

create table attributes (
  id integer generated always as identity not null,
  id_1c text,
  code text not null,
  name text not null,
  type text not null,
  unit text,
  filter text,
  group_name text default 'Основные'::text not null,
  card_position smallint,
  "position" integer default 0 not null,
  better text,
  constraint attributes_pkey PRIMARY KEY (id),
  constraint attributes_code_key UNIQUE (code),
  constraint attributes_id_1c_key UNIQUE (id_1c),
  constraint attributes_better_check CHECK ((better = ANY (ARRAY['more'::text, 'less'::text]))),
  constraint attributes_code_check CHECK ((code ~ '^[a-z0-9]+(_[a-z0-9]+)*$'::text)),
  constraint attributes_code_is_free CHECK ((code <> ALL (ARRAY['category'::text, 'brand'::text, 'action'::text, 'q'::text, 'exact'::text, 'price_from'::text, 'price_to'::text, 'price'::text, 'base_price_from'::text, 'base_price_to'::text, 'base_price'::text, 'in_stock'::text, 'delivery_tomorrow'::text, 'discounted'::text, 'rated'::text, 'sort'::text, 'page'::text, 'limit'::text, 'from'::text]))),
  constraint attributes_filter_check CHECK ((filter = ANY (ARRAY['values'::text, 'range'::text]))),
  constraint attributes_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'enum'::text, 'boolean'::text])))
);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  staff_user_id uuid,
  session_id uuid,
  who text not null,
  address text,
  request_id text,
  permission text,
  verb text not null,
  resource text not null,
  record_id text,
  department_id_1c text,
  before jsonb,
  after jsonb,
  words text not null,
  undo_of bigint,
  keep_until timestamp with time zone not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_words_check CHECK ((words <> ''::text))
);

create table banners (
  id integer generated always as identity not null,
  department_id_1c text,
  place text not null,
  title text not null,
  text text not null,
  button_text text not null,
  link text not null,
  image text,
  theme text default 'spruce'::text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  "position" integer default 0 not null,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_check CHECK ((ends_at >= starts_at)),
  constraint banners_link_check CHECK (((link ~ '^/([^/\\]|$)'::text) OR (link ~ '^https://[^/\\]'::text))),
  constraint banners_place_check CHECK ((place = 'home'::text)),
  constraint banners_theme_check CHECK ((theme = ANY (ARRAY['spruce'::text, 'season'::text, 'ochre'::text, 'lake'::text])))
);

create table blog_topics (
  slug text not null,
  name text not null,
  "position" integer default 0 not null,
  constraint blog_topics_pkey PRIMARY KEY (slug),
  constraint blog_topics_name_key UNIQUE (name),
  constraint blog_topics_name_check CHECK (((length(name) >= 2) AND (length(name) <= 60))),
  constraint blog_topics_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table bonus_holds (
  order_id uuid not null,
  card_id uuid not null,
  amount integer not null,
  bonus_kopecks integer not null,
  held_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  constraint bonus_holds_pkey PRIMARY KEY (order_id),
  constraint bonus_holds_amount_check CHECK ((amount > 0)),
  constraint bonus_holds_bonus_kopecks_check CHECK ((bonus_kopecks > 0)),
  constraint bonus_holds_check CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint bonus_holds_outcome_check CHECK ((outcome = ANY (ARRAY['spent'::text, 'released'::text])))
);

create table branch_transfers (
  department_id_1c text not null,
  from_id_1c text not null,
  days_min smallint not null,
  days_max smallint not null,
  constraint branch_transfers_pkey PRIMARY KEY (department_id_1c, from_id_1c),
  constraint branch_transfers_check CHECK ((department_id_1c <> from_id_1c)),
  constraint branch_transfers_check1 CHECK (((days_max >= days_min) AND (days_max <= 60))),
  constraint branch_transfers_days_min_check CHECK (((days_min >= 1) AND (days_min <= 60)))
);

create table brand_dealerships (
  brand_id integer not null,
  status text not null,
  file text,
  since date not null,
  until date,
  constraint brand_dealerships_pkey PRIMARY KEY (brand_id),
  constraint brand_dealerships_check CHECK ((until >= since)),
  constraint brand_dealerships_file_check CHECK ((file ~ '^documents/[^/]+$'::text)),
  constraint brand_dealerships_status_check CHECK (((length(status) >= 3) AND (length(status) <= 120)))
);

create table brand_former_slugs (
  slug text not null,
  brand_id integer not null,
  constraint brand_former_slugs_pkey PRIMARY KEY (slug),
  constraint brand_former_slugs_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table brands (
  id integer generated always as identity not null,
  slug text not null,
  name text collate russian not null,
  country text,
  description text,
  logo text,
  changed_at timestamp with time zone default now() not null,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_name_key UNIQUE (name),
  constraint brands_slug_key UNIQUE (slug),
  constraint brands_logo_check CHECK ((logo <> ''::text)),
  constraint brands_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table card_former_numbers (
  number text not null,
  card_id uuid not null,
  replaced_at timestamp with time zone not null,
  replaced_by text not null,
  constraint card_former_numbers_pkey PRIMARY KEY (number),
  constraint card_former_numbers_number_check CHECK ((number ~ '^[24][0-9]{12}$'::text))
);

create table card_movements (
  id bigint generated always as identity not null,
  card_id uuid not null,
  at timestamp with time zone not null,
  reason text not null,
  amount integer default 0 not null,
  purchase_kopecks bigint default 0 not null,
  percent smallint,
  order_id uuid,
  refund_id uuid,
  expires_at timestamp with time zone,
  who text not null,
  note text default ''::text not null,
  constraint card_movements_pkey PRIMARY KEY (id),
  constraint card_movements_check CHECK (((amount <> 0) OR (purchase_kopecks <> 0) OR (reason = ANY (ARRAY['returned'::text, 'given_back'::text])))),
  constraint card_movements_check1 CHECK (((reason <> ALL (ARRAY['earned'::text, 'given_back'::text, 'prolonged'::text])) OR (amount >= 0))),
  constraint card_movements_check2 CHECK (((reason <> ALL (ARRAY['returned'::text, 'spent'::text, 'expired'::text])) OR (amount <= 0))),
  constraint card_movements_check3 CHECK (((expires_at IS NULL) OR (amount > 0))),
  constraint card_movements_note_check CHECK ((length(note) <= 500)),
  constraint card_movements_reason_check CHECK ((reason = ANY (ARRAY['earned'::text, 'returned'::text, 'spent'::text, 'expired'::text, 'adjusted'::text, 'given_back'::text, 'prolonged'::text])))
);

create table cards (
  id uuid default gen_random_uuid() not null,
  number text not null,
  kind text not null,
  code_hash text not null,
  user_id uuid,
  phone text,
  attached_at timestamp with time zone,
  issued_at timestamp with time zone not null,
  issued_by text not null,
  joined_to uuid,
  blocked_at timestamp with time zone,
  blocked_by text,
  block_reason text default ''::text not null,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_number_key UNIQUE (number),
  constraint cards_block_reason_check CHECK ((length(block_reason) <= 500)),
  constraint cards_blocked_by_check CHECK (((blocked_at IS NULL) = (blocked_by IS NULL))),
  constraint cards_check CHECK (((user_id IS NULL) OR (attached_at IS NOT NULL))),
  constraint cards_check1 CHECK (((kind = 'bonus'::text) = (number ~~ '2%'::text))),
  constraint cards_code_hash_check CHECK ((code_hash ~~ '$argon2id$%'::text)),
  constraint cards_number_check CHECK ((number ~ '^[24][0-9]{12}$'::text)),
  constraint cards_phone_check CHECK ((phone ~ '^\+[0-9]{10,15}$'::text))
);

create table carrying_rates (
  department_id_1c text not null,
  kind text not null,
  step_grams integer not null,
  price_kopecks integer not null,
  min_kopecks integer default 0 not null,
  constraint carrying_rates_pkey PRIMARY KEY (department_id_1c, kind),
  constraint carrying_rates_kind_check CHECK ((kind = ANY (ARRAY['unloading'::text, 'lift'::text, 'stairs'::text]))),
  constraint carrying_rates_min_kopecks_check CHECK (((min_kopecks >= 0) AND (min_kopecks <= 10000000))),
  constraint carrying_rates_price_kopecks_check CHECK (((price_kopecks >= 0) AND (price_kopecks <= 1000000))),
  constraint carrying_rates_step_grams_check CHECK ((step_grams > 0))
);

create table cart_lines (
  cart_id uuid not null,
  product_id integer not null,
  count integer not null,
  added_at timestamp with time zone default now() not null,
  "position" bigint generated by default as identity not null,
  added_key text,
  constraint cart_lines_pkey PRIMARY KEY (cart_id, product_id),
  constraint cart_lines_added_key_check CHECK (((length(added_key) >= 8) AND (length(added_key) <= 40))),
  constraint cart_lines_count_check CHECK (((count >= 1) AND (count <= 99999)))
);

create table cart_merges (
  cart_id uuid not null,
  guest uuid not null,
  lines_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  lines jsonb default '{}'::jsonb not null,
  constraint cart_merges_pkey PRIMARY KEY (cart_id, guest, lines_hash)
);

create table carts (
  id uuid not null,
  coupon text,
  version bigint default 1 not null,
  changed_at timestamp with time zone default now() not null,
  department_id_1c text,
  constraint carts_pkey PRIMARY KEY (id)
);

create table catalogue_losses (
  product_id integer not null,
  changed_xid xid8 default pg_current_xact_id() not null,
  lost_at timestamp with time zone default now() not null
);

create table catalogue_version (
  id boolean default true not null,
  version bigint default 1 not null,
  epoch bigint default 1 not null,
  prices_epoch bigint default 0 not null,
  constraint catalogue_version_pkey PRIMARY KEY (id),
  constraint catalogue_version_id_check CHECK (id)
);

create table categories (
  id integer generated always as identity not null,
  id_1c text,
  code text not null,
  parent_id integer,
  name text collate russian not null,
  short_name text,
  description text,
  illustration text,
  "position" integer default 0 not null,
  calculator text,
  default_view text default 'grid'::text not null,
  catalog_id_1c text,
  switched_off_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  own_fields text[] default '{}'::text[] not null,
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_code_key UNIQUE (code),
  constraint categories_id_1c_key UNIQUE (id_1c),
  constraint categories_calculator_check CHECK ((calculator = ANY (ARRAY['mix'::text, 'paint'::text, 'tile'::text, 'flooring'::text]))),
  constraint categories_check CHECK ((parent_id <> id)),
  constraint categories_code_check CHECK ((code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint categories_default_view_check CHECK ((default_view = ANY (ARRAY['grid'::text, 'table'::text]))),
  constraint categories_own_fields_check CHECK ((own_fields <@ ARRAY['name'::text, 'code'::text, 'parent_id'::text, 'is_on'::text]))
);

create table category_former_codes (
  code text not null,
  category_id integer not null,
  constraint category_former_codes_pkey PRIMARY KEY (code)
);

create table codes (
  id bigint generated always as identity not null,
  purpose text not null,
  email text not null,
  user_id uuid,
  hash bytea not null,
  stranger_checks integer default 0 not null,
  known_checks integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  session_id uuid,
  constraint codes_pkey PRIMARY KEY (id),
  constraint codes_check CHECK (((purpose = ANY (ARRAY['contact'::text, 'deletion'::text, 'proof'::text])) = (user_id IS NOT NULL))),
  constraint codes_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint codes_hash_check CHECK ((length(hash) = 32)),
  constraint codes_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'contact'::text, 'deletion'::text, 'proof'::text])))
);

create table companies (
  id bigint generated always as identity not null,
  inn text not null,
  kpp text,
  ogrn text,
  name text not null,
  legal_address text default ''::text not null,
  price_column text,
  contract text,
  created_at timestamp with time zone default now() not null,
  activated_at timestamp with time zone,
  suspended_at timestamp with time zone,
  manager_name text,
  manager_phone text,
  manager_email text,
  credit_limit_kopecks bigint,
  deferral_days smallint,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_inn_key UNIQUE (inn),
  constraint companies_check CHECK (((suspended_at IS NULL) OR (activated_at IS NULL))),
  constraint companies_check1 CHECK (((manager_name IS NOT NULL) OR (num_nonnulls(manager_phone, manager_email) = 0))),
  constraint companies_credit_limit_kopecks_check CHECK (((credit_limit_kopecks >= 0) AND (credit_limit_kopecks <= '100000000000'::bigint))),
  constraint companies_deferral_days_check CHECK (((deferral_days >= 0) AND (deferral_days <= 365))),
  constraint companies_inn_check CHECK ((inn ~ '^([0-9]{10}|[0-9]{12})$'::text)),
  constraint companies_kpp_check CHECK ((kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'::text)),
  constraint companies_manager_email_check CHECK (((length(manager_email) >= 5) AND (length(manager_email) <= 254))),
  constraint companies_manager_name_check CHECK (((length(manager_name) >= 2) AND (length(manager_name) <= 100))),
  constraint companies_manager_phone_check CHECK ((manager_phone ~ '^\+7[0-9]{10}$'::text)),
  constraint companies_name_check CHECK (((length(name) >= 2) AND (length(name) <= 250))),
  constraint companies_ogrn_check CHECK ((ogrn ~ '^([0-9]{13}|[0-9]{15})$'::text))
);

create table company_invitations (
  id uuid default gen_random_uuid() not null,
  company_id bigint not null,
  email text not null,
  role text not null,
  invited_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  why text,
  constraint company_invitations_pkey PRIMARY KEY (id),
  constraint company_invitations_check CHECK (((ended_at IS NULL) = (why IS NULL))),
  constraint company_invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint company_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'purchaser'::text, 'accountant'::text]))),
  constraint company_invitations_why_check CHECK ((why = ANY (ARRAY['accepted'::text, 'revoked'::text])))
);

create table company_members (
  company_id bigint not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  order_limit_kopecks bigint,
  month_limit_kopecks bigint,
  constraint company_members_pkey PRIMARY KEY (company_id, user_id),
  constraint company_members_limits_of_purchasers CHECK (((role = 'purchaser'::text) OR (num_nonnulls(order_limit_kopecks, month_limit_kopecks) = 0))),
  constraint company_members_month_limit_kopecks_check CHECK (((month_limit_kopecks >= 0) AND (month_limit_kopecks <= '100000000000'::bigint))),
  constraint company_members_order_limit_kopecks_check CHECK (((order_limit_kopecks >= 0) AND (order_limit_kopecks <= '100000000000'::bigint))),
  constraint company_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'purchaser'::text, 'accountant'::text])))
);

create table company_requests (
  id bigint generated always as identity not null,
  company_id bigint not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decision text,
  constraint company_requests_pkey PRIMARY KEY (id),
  constraint company_requests_check CHECK (((decided_at IS NULL) = (decision IS NULL))),
  constraint company_requests_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'declined'::text])))
);

create table consents (
  id bigint generated always as identity not null,
  page_id integer not null,
  purpose text not null,
  form text not null,
  subject text not null,
  order_id uuid,
  address inet,
  given_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  user_id uuid,
  submission_id uuid,
  under_id bigint,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_purpose_check CHECK ((purpose = ANY (ARRAY['personal_data'::text, 'advertising'::text]))),
  constraint consents_under_id_check CHECK (((under_id IS NULL) OR ((purpose = 'personal_data'::text) AND (under_id <> id))))
);

create table contacts (
  id bigint generated always as identity not null,
  user_id uuid not null,
  type text not null,
  value text not null,
  purpose text default 'main'::text not null,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_user_id_type_value_key UNIQUE (user_id, type, value),
  constraint contacts_check CHECK (((type <> 'email'::text) OR (value = lower(value)))),
  constraint contacts_check1 CHECK (((type <> 'phone'::text) OR (value ~ '^\+[0-9]{10,15}$'::text))),
  constraint contacts_purpose_check CHECK ((purpose = ANY (ARRAY['main'::text, 'additional'::text, 'VK'::text, 'Yandex'::text]))),
  constraint contacts_type_check CHECK ((type = ANY (ARRAY['phone'::text, 'email'::text, 'telegram'::text]))),
  constraint contacts_value_check CHECK (((value <> ''::text) AND (length(value) <= 254)))
);

create table coupon_batches (
  id integer generated always as identity not null,
  prefix text not null,
  count integer not null,
  department_id_1c text,
  author_user_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint coupon_batches_pkey PRIMARY KEY (id),
  constraint coupon_batches_count_check CHECK (((count >= 1) AND (count <= 10000))),
  constraint coupon_batches_prefix_check CHECK ((prefix ~ '^([0-9A-ZА-ЯЁ][0-9A-ZА-ЯЁ-]{0,15})?$'::text))
);

create table coupons (
  code text not null,
  kind text not null,
  percent smallint,
  sum_kopecks integer,
  min_sum_kopecks integer default 0 not null,
  category_id integer,
  department_id_1c text,
  allows_b2b boolean default false not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  max_uses integer,
  used_count integer default 0 not null,
  note text,
  is_personal boolean default false not null,
  owner_user_id uuid,
  code_key text default ''::text not null,
  created_at timestamp with time zone default now(),
  batch_id integer,
  search_key text generated always as (translate(lower(((code || ' '::text) || COALESCE(note, ''::text))), 'ё'::text, 'е'::text)) stored not null,
  is_draft boolean default false not null,
  constraint coupons_pkey PRIMARY KEY (code),
  constraint coupons_code_key_key UNIQUE (code_key),
  constraint coupons_check CHECK ((ends_at >= starts_at)),
  constraint coupons_check1 CHECK (((kind <> 'percent'::text) OR ((percent IS NOT NULL) AND (sum_kopecks IS NULL)))),
  constraint coupons_check2 CHECK (((kind <> 'sum'::text) OR ((sum_kopecks IS NOT NULL) AND (percent IS NULL)))),
  constraint coupons_check3 CHECK (((max_uses IS NULL) OR (used_count <= max_uses))),
  constraint coupons_code_check CHECK (((code = upper(code)) AND (code ~ '^[0-9A-ZА-ЯЁ-]{3,30}$'::text))),
  constraint coupons_code_key_check CHECK (((code_key = code) OR (code_key = translate(code, 'Ё'::text, 'Е'::text)))),
  constraint coupons_draft_check CHECK (((NOT is_draft) OR (used_count = 0))),
  constraint coupons_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'sum'::text]))),
  constraint coupons_max_uses_check CHECK ((max_uses > 0)),
  constraint coupons_min_sum_kopecks_check CHECK ((min_sum_kopecks >= 0)),
  constraint coupons_owner_check CHECK ((is_personal OR (owner_user_id IS NULL))),
  constraint coupons_percent_check CHECK (((percent >= 1) AND (percent <= 99))),
  constraint coupons_personal_check CHECK (((NOT is_personal) OR ((max_uses = 1) AND (ends_at IS NOT NULL)))),
  constraint coupons_sum_kopecks_check CHECK ((sum_kopecks > 0)),
  constraint coupons_used_count_check CHECK ((used_count >= 0))
);

create table credit_programs (
  id integer generated always as identity not null,
  partner text not null,
  name text not null,
  min_sum_kopecks bigint not null,
  max_sum_kopecks bigint not null,
  months smallint[] not null,
  rate_from integer not null,
  rate_to integer not null,
  full_cost_from integer not null,
  full_cost_to integer not null,
  documents text not null,
  terms text not null,
  is_example boolean default false not null,
  "position" integer default 0 not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  is_draft boolean default false not null,
  constraint credit_programs_pkey PRIMARY KEY (id),
  constraint credit_programs_check CHECK ((max_sum_kopecks >= min_sum_kopecks)),
  constraint credit_programs_check1 CHECK ((rate_to >= rate_from)),
  constraint credit_programs_check2 CHECK ((full_cost_to >= full_cost_from)),
  constraint credit_programs_check3 CHECK ((ends_at > starts_at)),
  constraint credit_programs_full_cost_from_check CHECK ((full_cost_from >= 0)),
  constraint credit_programs_min_sum_kopecks_check CHECK ((min_sum_kopecks > 0)),
  constraint credit_programs_months_check CHECK ((cardinality(months) > 0)),
  constraint credit_programs_rate_from_check CHECK ((rate_from >= 0))
);

create table crm_line (
  is_only boolean default true not null,
  free_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  blocked_until timestamp with time zone,
  blocked_why text,
  failures integer default 0 not null,
  constraint crm_line_pkey PRIMARY KEY (is_only),
  constraint crm_line_check CHECK (((blocked_until IS NULL) = (blocked_why IS NULL))),
  constraint crm_line_is_only_check CHECK (is_only)
);

create table customer_flags (
  user_id uuid not null,
  flag text not null,
  why text not null,
  staff_user_id uuid,
  who text not null,
  at timestamp with time zone not null,
  constraint customer_flags_pkey PRIMARY KEY (user_id, flag),
  constraint customer_flags_flag_check CHECK ((flag = 'no_pay_on_receipt'::text)),
  constraint customer_flags_why_check CHECK (((length(why) >= 1) AND (length(why) <= 500)))
);

create table customer_notes (
  id bigint generated always as identity not null,
  user_id uuid not null,
  staff_user_id uuid,
  who text not null,
  kind text default 'note'::text not null,
  text text not null,
  at timestamp with time zone not null,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'call'::text]))),
  constraint customer_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

create table deferred_jobs (
  id bigint generated always as identity not null,
  task text not null,
  payload jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint deferred_jobs_pkey PRIMARY KEY (id)
);

create table delegated_passes (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  name text not null,
  code text not null,
  created_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint delegated_passes_pkey PRIMARY KEY (id),
  constraint delegated_passes_check CHECK (((revoked_at IS NULL) OR (used_at IS NULL))),
  constraint delegated_passes_code_check CHECK ((code ~ '^[0-9]{6}$'::text)),
  constraint delegated_passes_name_check CHECK (((length(name) >= 2) AND (length(name) <= 120)))
);

create table delivery_slots (
  zone_id integer not null,
  opens_minute smallint not null,
  closes_minute smallint not null,
  places smallint,
  constraint delivery_slots_pkey PRIMARY KEY (zone_id, opens_minute),
  constraint delivery_slots_check CHECK ((closes_minute > opens_minute)),
  constraint delivery_slots_closes_minute_check CHECK (((closes_minute >= 1) AND (closes_minute <= 1440))),
  constraint delivery_slots_opens_minute_check CHECK (((opens_minute >= 0) AND (opens_minute <= 1439))),
  constraint delivery_slots_places_check CHECK ((places > 0))
);

create table delivery_zone_rates (
  zone_id integer not null,
  up_to_grams integer not null,
  price_kopecks integer not null,
  vehicle text not null,
  constraint delivery_zone_rates_pkey PRIMARY KEY (zone_id, up_to_grams),
  constraint delivery_zone_rates_price_kopecks_check CHECK ((price_kopecks >= 0)),
  constraint delivery_zone_rates_up_to_grams_check CHECK ((up_to_grams > 0))
);

create table delivery_zones (
  id integer generated always as identity not null,
  department_id_1c text not null,
  name text not null,
  places text[] not null,
  days_min smallint not null,
  days_max smallint not null,
  "position" integer default 0 not null,
  constraint delivery_zones_pkey PRIMARY KEY (id),
  constraint delivery_zones_department_id_1c_name_key UNIQUE (department_id_1c, name),
  constraint delivery_zones_check CHECK ((days_max >= days_min)),
  constraint delivery_zones_days_min_check CHECK ((days_min >= 0)),
  constraint delivery_zones_places_check CHECK ((cardinality(places) > 0))
);

create table demand_losses (
  id bigint generated always as identity not null,
  day date not null,
  department_id_1c text not null,
  cause text not null,
  product_id integer,
  words text,
  times integer not null,
  units numeric(14,3) not null,
  sum bigint not null,
  detail jsonb not null,
  constraint demand_losses_pkey PRIMARY KEY (id),
  constraint demand_losses_cause_check CHECK ((cause = ANY (ARRAY['out_of_stock'::text, 'not_found'::text, 'asked_more'::text, 'left_cart'::text, 'waiting'::text]))),
  constraint demand_losses_check CHECK (((cause = 'not_found'::text) = (product_id IS NULL))),
  constraint demand_losses_check1 CHECK (((cause = 'not_found'::text) OR (words IS NULL))),
  constraint demand_losses_detail_check CHECK ((jsonb_typeof(detail) = 'object'::text)),
  constraint demand_losses_sum_check CHECK ((sum >= 0)),
  constraint demand_losses_times_check CHECK ((times >= 0)),
  constraint demand_losses_units_check CHECK ((units >= (0)::numeric)),
  constraint demand_losses_words_check CHECK ((length(words) <= 100))
);

create table demonstration_objects (
  id uuid not null,
  kind text not null,
  idempotence_key text not null,
  request_hash text not null,
  body jsonb not null,
  settles_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint demonstration_objects_pkey PRIMARY KEY (id),
  constraint demonstration_objects_kind_idempotence_key_key UNIQUE (kind, idempotence_key),
  constraint demonstration_objects_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'receipt'::text])))
);

create table demonstration_rows (
  table_name text not null,
  key jsonb not null,
  content jsonb,
  constraint demonstration_rows_pkey PRIMARY KEY (table_name, key)
);

create table department_details (
  department_id_1c text not null,
  way_in text default ''::text not null,
  parking text default ''::text not null,
  services text[] default '{}'::text[] not null,
  changed_at timestamp with time zone not null,
  entrance_image text,
  constraint department_details_pkey PRIMARY KEY (department_id_1c),
  constraint department_details_entrance_image_check CHECK ((length(entrance_image) <= 300)),
  constraint department_details_parking_check CHECK ((length(parking) <= 400)),
  constraint department_details_services_check CHECK ((cardinality(services) <= 20)),
  constraint department_details_way_in_check CHECK ((length(way_in) <= 400))
);

create table department_hour_exceptions (
  department_id_1c text not null,
  date date not null,
  opens_minute smallint,
  closes_minute smallint,
  note text,
  constraint department_hour_exceptions_pkey PRIMARY KEY (department_id_1c, date),
  constraint department_hour_exceptions_check CHECK (((opens_minute IS NULL) = (closes_minute IS NULL))),
  constraint department_hour_exceptions_check1 CHECK ((closes_minute > opens_minute))
);

create table department_hours (
  department_id_1c text not null,
  weekday smallint not null,
  opens_minute smallint not null,
  closes_minute smallint not null,
  constraint department_hours_pkey PRIMARY KEY (department_id_1c, weekday),
  constraint department_hours_check CHECK ((closes_minute > opens_minute)),
  constraint department_hours_closes_minute_check CHECK (((closes_minute >= 1) AND (closes_minute <= 1440))),
  constraint department_hours_opens_minute_check CHECK (((opens_minute >= 0) AND (opens_minute <= 1439))),
  constraint department_hours_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table department_outline_lines (
  department_id_1c text not null,
  "position" smallint not null,
  kind text not null,
  name text,
  latitudes double precision[] not null,
  longitudes double precision[] not null,
  constraint department_outline_lines_pkey PRIMARY KEY (department_id_1c, "position"),
  constraint department_outline_lines_kind_check CHECK ((kind = ANY (ARRAY['park'::text, 'water_area'::text, 'water'::text, 'railway'::text, 'street'::text, 'highway'::text]))),
  constraint department_outline_lines_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80) AND (name = btrim(name)))),
  constraint department_outline_lines_points_check CHECK (((array_ndims(latitudes) = 1) AND (array_ndims(longitudes) = 1) AND (cardinality(latitudes) = cardinality(longitudes)) AND ((cardinality(latitudes) >=
CASE
    WHEN (kind = ANY (ARRAY['park'::text, 'water_area'::text])) THEN 3
    ELSE 2
END) AND (cardinality(latitudes) <= 400)))),
  constraint department_outline_lines_position_check CHECK ((("position" >= 0) AND ("position" <= 299))),
  constraint department_outline_lines_range_check CHECK (((array_position(latitudes, NULL::double precision) IS NULL) AND ((40)::double precision <= ALL (latitudes)) AND ((82)::double precision >= ALL (latitudes)) AND (array_position(longitudes, NULL::double precision) IS NULL) AND (('-180'::integer)::double precision <= ALL (longitudes)) AND ((180)::double precision >= ALL (longitudes))))
);

create table department_outlines (
  department_id_1c text not null,
  source text not null,
  changed_at timestamp with time zone not null,
  constraint department_outlines_pkey PRIMARY KEY (department_id_1c),
  constraint department_outlines_source_check CHECK (((length(source) >= 1) AND (length(source) <= 120) AND (source = btrim(source))))
);

create table departments (
  id_1c text not null,
  parent text not null,
  branch_id_1c text,
  domain text not null,
  is_main boolean default false not null,
  name_for_site text collate russian not null,
  city text collate russian not null,
  region text not null,
  names_cases jsonb not null,
  is_pick_up_point boolean default false not null,
  base_price text not null,
  b2b_price text,
  store text generated always as (
CASE
    WHEN (id_1c = '00131'::text) THEN 'store12'::text
    ELSE ('store'::text || ltrim(id_1c, '0'::text))
END) stored not null,
  address text not null,
  postal_code text,
  latitude numeric(8,5),
  longitude numeric(8,5),
  yandex_map_link text,
  work_time text not null,
  phones jsonb not null,
  email text,
  time_zone text default 'Europe/Moscow'::text not null,
  storage_days smallint default 5 not null,
  min_order_kopecks integer default 0 not null,
  verification_code text,
  "position" integer default 0 not null,
  pickup_slot_minutes smallint default 120,
  pickup_slot_places smallint,
  constraint departments_pkey PRIMARY KEY (id_1c),
  constraint departments_id_1c_domain_key UNIQUE (id_1c, domain),
  constraint departments_store_key UNIQUE (store),
  constraint departments_domain_check CHECK ((domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint departments_id_1c_check CHECK (((id_1c ~ '^[0-9]{5}$'::text) AND (id_1c <> '00012'::text))),
  constraint departments_min_order_kopecks_check CHECK ((min_order_kopecks >= 0)),
  constraint departments_names_cases_check CHECK ((names_cases ?& ARRAY['nominative'::text, 'genitive'::text, 'dative'::text, 'accusative'::text, 'instrumental'::text, 'prepositional'::text])),
  constraint departments_phones_check CHECK ((jsonb_typeof(phones) = 'object'::text)),
  constraint departments_pickup_slot_minutes_check CHECK (((pickup_slot_minutes >= 30) AND (pickup_slot_minutes <= 720))),
  constraint departments_pickup_slot_places_check CHECK ((pickup_slot_places > 0)),
  constraint departments_postal_code_check CHECK ((postal_code ~ '^[1-6][0-9]{5}$'::text)),
  constraint departments_storage_days_check CHECK ((storage_days > 0))
);

create table document_numbers (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint document_numbers_pkey PRIMARY KEY (kind, year),
  constraint document_numbers_kind_check CHECK ((kind = 'upd'::text)),
  constraint document_numbers_last_check CHECK ((last > 0))
);

create table documents (
  order_id uuid not null,
  kind text not null,
  revision integer not null,
  content jsonb not null,
  issued_at timestamp with time zone not null,
  part integer default 1 not null,
  year integer,
  number integer,
  constraint documents_pkey PRIMARY KEY (order_id, kind, part, revision),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'upd'::text, 'delivery_note'::text]))),
  constraint documents_number_check CHECK ((number > 0)),
  constraint documents_number_of_upd_check CHECK ((num_nulls(year, number) =
CASE kind
    WHEN 'upd'::text THEN 0
    ELSE 2
END)),
  constraint documents_part_check CHECK ((part > 0)),
  constraint documents_part_of_upd_check CHECK (((part = 1) OR (kind = 'upd'::text))),
  constraint documents_revision_check CHECK ((revision > 0)),
  constraint documents_year_check CHECK (((year >= 2000) AND (year <= 2200)))
);

create table drafts (
  id integer generated always as identity not null,
  resource text not null,
  record_id text not null,
  title text not null,
  department_id_1c text,
  patch jsonb not null,
  base jsonb not null,
  base_etag text not null,
  version integer default 1 not null,
  author_user_id uuid,
  author text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  publish_at timestamp with time zone,
  failure text,
  published_at timestamp with time zone,
  published_by text,
  discarded_at timestamp with time zone,
  taken text[] default '{}'::text[] not null,
  constraint drafts_pkey PRIMARY KEY (id),
  constraint drafts_base_check CHECK ((jsonb_typeof(base) = 'object'::text)),
  constraint drafts_check CHECK ((num_nonnulls(published_at, discarded_at) <= 1)),
  constraint drafts_check1 CHECK (((published_at IS NULL) = (published_by IS NULL))),
  constraint drafts_check2 CHECK (((failure IS NULL) OR (publish_at IS NOT NULL))),
  constraint drafts_failure_check CHECK ((length(failure) <= 2000)),
  constraint drafts_patch_check CHECK (((jsonb_typeof(patch) = 'object'::text) AND (patch <> '{}'::jsonb))),
  constraint drafts_record_id_check CHECK (((length(record_id) >= 1) AND (length(record_id) <= 200))),
  constraint drafts_resource_check CHECK ((resource = ANY (ARRAY['products'::text, 'categories'::text, 'brands'::text, 'attributes'::text, 'branches'::text, 'settings'::text, 'email_texts'::text, 'seo_texts'::text])))
);

create table dynamic_menus (
  department_id_1c text not null,
  category_id integer not null,
  constraint dynamic_menus_pkey PRIMARY KEY (department_id_1c, category_id)
);

create table email_texts (
  id integer generated always as identity not null,
  kind text not null,
  department_id_1c text,
  subject text,
  heading text,
  lead text,
  closing text,
  constraint email_texts_pkey PRIMARY KEY (id),
  constraint email_texts_kind_department_id_1c_key UNIQUE NULLS NOT DISTINCT (kind, department_id_1c),
  constraint email_texts_check CHECK ((num_nonnulls(subject, heading, lead, closing) > 0)),
  constraint email_texts_closing_check CHECK (((closing <> ''::text) AND (length(closing) <= 1000))),
  constraint email_texts_heading_check CHECK (((heading <> ''::text) AND (length(heading) <= 150) AND (heading !~ '[[:cntrl:]]'::text))),
  constraint email_texts_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint email_texts_lead_check CHECK (((lead <> ''::text) AND (length(lead) <= 1000))),
  constraint email_texts_subject_check CHECK (((subject <> ''::text) AND (length(subject) <= 150) AND (subject !~ '[[:cntrl:]]'::text)))
);

create table estimate_lines (
  estimate_id uuid not null,
  "position" integer not null,
  text text not null,
  name text not null,
  amount text,
  unit text,
  confidence text not null,
  candidates integer[] default '{}'::integer[] not null,
  product_id integer,
  count integer,
  is_settled boolean default false not null,
  is_taken boolean default true not null,
  times_put integer default 0 not null,
  constraint estimate_lines_pkey PRIMARY KEY (estimate_id, "position"),
  constraint estimate_lines_amount_check CHECK ((length(amount) <= 20)),
  constraint estimate_lines_candidates_check CHECK ((cardinality(candidates) <= 8)),
  constraint estimate_lines_check CHECK (((product_id IS NULL) OR (count IS NOT NULL))),
  constraint estimate_lines_confidence_check CHECK ((confidence = ANY (ARRAY['exact'::text, 'sure'::text, 'choice'::text, 'doubtful'::text, 'none'::text]))),
  constraint estimate_lines_count_check CHECK (((count >= 1) AND (count <= 99999))),
  constraint estimate_lines_name_check CHECK ((length(name) <= 300)),
  constraint estimate_lines_position_check CHECK ((("position" >= 1) AND ("position" <= 300))),
  constraint estimate_lines_text_check CHECK ((length(text) <= 300)),
  constraint estimate_lines_times_put_check CHECK ((times_put >= 0)),
  constraint estimate_lines_unit_check CHECK ((length(unit) <= 40))
);

create table estimates (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  secret_hash bytea,
  department_id_1c text not null,
  file_name text,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint estimates_pkey PRIMARY KEY (id),
  constraint estimates_check CHECK (((user_id IS NOT NULL) OR (secret_hash IS NOT NULL))),
  constraint estimates_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200)))
);

create table feed_looks (
  department_id_1c text not null,
  file text not null,
  looked_at timestamp with time zone not null,
  state text not null,
  reason text not null,
  count integer not null,
  asked integer not null,
  bytes bigint not null,
  took_ms integer not null,
  good_at timestamp with time zone,
  good_count integer,
  constraint feed_looks_pkey PRIMARY KEY (department_id_1c, file),
  constraint feed_looks_asked_check CHECK ((asked >= 0)),
  constraint feed_looks_bytes_check CHECK ((bytes >= 0)),
  constraint feed_looks_check CHECK (((state = 'good'::text) = (reason = ''::text))),
  constraint feed_looks_check1 CHECK (((good_at IS NULL) = (good_count IS NULL))),
  constraint feed_looks_count_check CHECK ((count >= 0)),
  constraint feed_looks_file_check CHECK ((file = ANY (ARRAY['sitemap'::text, 'goods'::text, 'blog'::text]))),
  constraint feed_looks_state_check CHECK ((state = ANY (ARRAY['good'::text, 'few'::text, 'broken'::text]))),
  constraint feed_looks_took_ms_check CHECK ((took_ms >= 0))
);

create table field_owners (
  id integer generated always as identity not null,
  product_id integer,
  field text not null,
  until timestamp with time zone,
  taken_at timestamp with time zone default now() not null,
  node_id integer,
  constraint field_owners_pkey PRIMARY KEY (id),
  constraint field_owners_key UNIQUE NULLS NOT DISTINCT (product_id, node_id, field),
  constraint field_owners_check CHECK (((product_id IS NULL) OR (node_id IS NULL))),
  constraint field_owners_field_check CHECK ((field = ANY (ARRAY['name'::text, 'description'::text, 'images'::text, 'article'::text, 'barcode'::text, 'brand'::text, 'categories'::text, 'weight'::text, 'vat'::text, 'specs'::text, 'sale'::text])))
);

create table file_import_prices (
  import_id integer not null,
  price_column text not null,
  product_id integer not null,
  was_price integer,
  was_old_price integer,
  price integer,
  old_price integer,
  constraint file_import_prices_pkey PRIMARY KEY (import_id, product_id, price_column)
);

create table file_import_rows (
  import_id integer not null,
  "position" integer not null,
  "row" integer not null,
  is_refused boolean not null,
  words text not null,
  constraint file_import_rows_pkey PRIMARY KEY (import_id, "position")
);

create table file_imports (
  id integer generated always as identity not null,
  map_name text not null,
  source text not null,
  at timestamp with time zone default now() not null,
  state text not null,
  summary jsonb not null,
  undone_at timestamp with time zone,
  uses_cost boolean default false not null,
  author text not null,
  hash text,
  constraint file_imports_pkey PRIMARY KEY (id),
  constraint file_imports_state_check CHECK ((state = ANY (ARRAY['rehearsed'::text, 'held'::text, 'applied'::text])))
);

create table file_maps (
  name text not null,
  columns jsonb not null,
  unit text default 'sales'::text not null,
  moved_percent smallint default 30 not null,
  moved_share smallint default 5 not null,
  changed_at timestamp with time zone default now() not null,
  constraint file_maps_pkey PRIMARY KEY (name),
  constraint file_maps_columns_check CHECK (((jsonb_typeof(columns) = 'array'::text) AND ((jsonb_array_length(columns) >= 2) AND (jsonb_array_length(columns) <= 60)))),
  constraint file_maps_moved_percent_check CHECK (((moved_percent >= 1) AND (moved_percent <= 1000))),
  constraint file_maps_moved_share_check CHECK (((moved_share >= 0) AND (moved_share <= 100))),
  constraint file_maps_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint file_maps_unit_check CHECK ((unit = ANY (ARRAY['sales'::text, 'base'::text])))
);

create table form_files (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  field text not null,
  name text not null,
  type text not null,
  size integer not null,
  constraint form_files_pkey PRIMARY KEY (id),
  constraint form_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint form_files_size_check CHECK (((size >= 1) AND (size <= 5242880)))
);

create table form_schemas (
  id integer generated always as identity not null,
  code text not null,
  version integer not null,
  schema jsonb not null,
  published_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint form_schemas_pkey PRIMARY KEY (id),
  constraint form_schemas_code_version_key UNIQUE (code, version),
  constraint form_schemas_code_check CHECK ((code ~ '^[a-z][a-z0-9_]{1,59}$'::text)),
  constraint form_schemas_schema_check CHECK ((jsonb_typeof((schema -> 'fields'::text)) = 'object'::text)),
  constraint form_schemas_version_check CHECK ((version > 0))
);

create table form_submissions (
  id uuid default gen_random_uuid() not null,
  number bigint default nextval('form_numbers'::regclass) not null,
  code text not null,
  schema_id integer,
  once text not null,
  user_id uuid,
  department_id_1c text not null,
  origin text not null,
  page text default ''::text not null,
  about text,
  about_title text default ''::text not null,
  campaign jsonb,
  answers jsonb not null,
  created_at timestamp with time zone default now() not null,
  forgotten_at timestamp with time zone,
  sender_sum text default ''::text not null,
  constraint form_submissions_pkey PRIMARY KEY (id),
  constraint form_submissions_number_key UNIQUE (number),
  constraint form_submissions_once_key UNIQUE (once),
  constraint form_submissions_about_check CHECK ((length(about) <= 200)),
  constraint form_submissions_answers_check CHECK ((jsonb_typeof(answers) = 'array'::text)),
  constraint form_submissions_code_check CHECK ((code ~ '^[a-z][a-z0-9_]{1,59}$'::text)),
  constraint form_submissions_page_check CHECK ((length(page) <= 500))
);

create table former_order_lines (
  id bigint generated always as identity not null,
  order_id uuid not null,
  "position" smallint not null,
  product_id integer not null,
  product_idcode text not null,
  name text not null,
  article text,
  unit text not null,
  store text not null,
  count integer not null,
  price integer not null,
  discount bigint not null,
  sum bigint not null,
  ended_at timestamp with time zone not null,
  who text not null,
  constraint former_order_lines_pkey PRIMARY KEY (id)
);

create table fortune_campaigns (
  id integer generated always as identity not null,
  code text not null,
  title text not null,
  organiser text not null,
  rules_html text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  period text not null,
  budget_kopecks bigint not null,
  spent_kopecks bigint default 0 not null,
  device_limit smallint default 2 not null,
  address_limit smallint default 20 not null,
  sealed_seed bytea not null,
  seed_commit text not null,
  created_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint fortune_campaigns_pkey PRIMARY KEY (id),
  constraint fortune_campaigns_code_key UNIQUE (code),
  constraint fortune_campaigns_address_limit_check CHECK (((address_limit >= 1) AND (address_limit <= 1000))),
  constraint fortune_campaigns_budget_kopecks_check CHECK ((budget_kopecks > 0)),
  constraint fortune_campaigns_check CHECK ((ends_at > starts_at)),
  constraint fortune_campaigns_check1 CHECK (((spent_kopecks >= 0) AND (spent_kopecks <= budget_kopecks))),
  constraint fortune_campaigns_check2 CHECK (((published_at IS NULL) OR (published_at <= starts_at))),
  constraint fortune_campaigns_code_check CHECK (((code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(code) <= 60))),
  constraint fortune_campaigns_device_limit_check CHECK (((device_limit >= 1) AND (device_limit <= 100))),
  constraint fortune_campaigns_organiser_check CHECK (((length(organiser) >= 1) AND (length(organiser) <= 500))),
  constraint fortune_campaigns_period_check CHECK ((period = ANY (ARRAY['campaign'::text, 'month'::text, 'week'::text, 'day'::text]))),
  constraint fortune_campaigns_rules_html_check CHECK ((rules_html <> ''::text)),
  constraint fortune_campaigns_seed_commit_check CHECK ((seed_commit ~ '^[0-9a-f]{64}$'::text)),
  constraint fortune_campaigns_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint fortune_campaigns_tstzrange_excl EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE ((published_at IS NOT NULL))
);

create table fortune_prizes (
  id integer generated always as identity not null,
  campaign_id integer not null,
  "position" smallint not null,
  name text not null,
  weight integer not null,
  sum_kopecks integer not null,
  min_sum_kopecks integer default 0 not null,
  coupon_days smallint not null,
  stock integer,
  given integer default 0 not null,
  is_consolation boolean default false not null,
  constraint fortune_prizes_pkey PRIMARY KEY (id),
  constraint fortune_prizes_campaign_id_id_key UNIQUE (campaign_id, id),
  constraint fortune_prizes_campaign_id_position_key UNIQUE (campaign_id, "position"),
  constraint fortune_prizes_check CHECK (((given >= 0) AND ((stock IS NULL) OR (given <= stock)))),
  constraint fortune_prizes_check1 CHECK (((NOT is_consolation) OR (stock IS NULL))),
  constraint fortune_prizes_check2 CHECK ((min_sum_kopecks >= sum_kopecks)),
  constraint fortune_prizes_coupon_days_check CHECK (((coupon_days >= 1) AND (coupon_days <= 365))),
  constraint fortune_prizes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint fortune_prizes_position_check CHECK ((("position" >= 1) AND ("position" <= 24))),
  constraint fortune_prizes_stock_check CHECK ((stock >= 0)),
  constraint fortune_prizes_sum_kopecks_check CHECK ((sum_kopecks > 0)),
  constraint fortune_prizes_weight_check CHECK (((weight >= 1) AND (weight <= 1000000)))
);

create table fortune_spins (
  id uuid default gen_random_uuid() not null,
  campaign_id integer not null,
  number integer not null,
  period text not null,
  ticket text not null,
  user_id uuid,
  person_hash bytea not null,
  device_hash bytea,
  address_hash bytea,
  client_seed text not null,
  server_seed text not null,
  roll integer not null,
  drawn_prize_id integer not null,
  given_prize_id integer not null,
  cost_kopecks integer not null,
  coupon text not null,
  spun_at timestamp with time zone not null,
  constraint fortune_spins_pkey PRIMARY KEY (id),
  constraint fortune_spins_campaign_id_number_key UNIQUE (campaign_id, number),
  constraint fortune_spins_campaign_id_period_person_hash_key UNIQUE (campaign_id, period, person_hash),
  constraint fortune_spins_campaign_id_period_user_id_key UNIQUE (campaign_id, period, user_id),
  constraint fortune_spins_campaign_id_ticket_key UNIQUE (campaign_id, ticket),
  constraint fortune_spins_coupon_key UNIQUE (coupon),
  constraint fortune_spins_client_seed_check CHECK (((length(client_seed) >= 1) AND (length(client_seed) <= 64))),
  constraint fortune_spins_cost_kopecks_check CHECK ((cost_kopecks > 0)),
  constraint fortune_spins_number_check CHECK ((number > 0)),
  constraint fortune_spins_roll_check CHECK ((roll >= 0)),
  constraint fortune_spins_server_seed_check CHECK ((server_seed ~ '^[0-9a-f]{64}$'::text)),
  constraint fortune_spins_ticket_check CHECK ((ticket ~ '^[0-9a-f]{16}$'::text))
);

create table goods_headings (
  heading text not null,
  field text not null,
  changed_at timestamp with time zone default now() not null,
  constraint goods_headings_pkey PRIMARY KEY (heading),
  constraint goods_headings_field_check CHECK ((length(field) <= 120)),
  constraint goods_headings_heading_check CHECK (((length(heading) >= 1) AND (length(heading) <= 200)))
);

create table goods_import_rows (
  import_id integer not null,
  "row" integer not null,
  product_id integer,
  name text not null,
  kind text not null,
  cells jsonb not null,
  change jsonb default '{}'::jsonb not null,
  before jsonb default '{}'::jsonb not null,
  after jsonb,
  state text,
  problem text,
  constraint goods_import_rows_pkey PRIMARY KEY (import_id, "row"),
  constraint goods_import_rows_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'change'::text, 'skipped'::text, 'refused'::text]))),
  constraint goods_import_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'left'::text, 'stopped'::text, 'undone'::text, 'kept'::text])))
);

create table goods_imports (
  id integer generated always as identity not null,
  source text not null,
  columns jsonb not null,
  state text default 'reading'::text not null,
  file bytea,
  problem text,
  counts jsonb default '{}'::jsonb not null,
  author_user_id uuid,
  author text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  done_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint goods_imports_pkey PRIMARY KEY (id),
  constraint goods_imports_columns_check CHECK ((jsonb_typeof(columns) = 'array'::text)),
  constraint goods_imports_source_check CHECK (((length(source) >= 1) AND (length(source) <= 200))),
  constraint goods_imports_state_check CHECK ((state = ANY (ARRAY['reading'::text, 'failed'::text, 'rehearsed'::text, 'running'::text, 'done'::text, 'stopped'::text, 'undoing'::text, 'undone'::text])))
);

create table handover_lines (
  handover_id uuid not null,
  "position" smallint not null,
  order_line_id bigint,
  name text not null,
  unit text not null,
  expected integer not null,
  given integer not null,
  problem text,
  note text default ''::text not null,
  photo bytea,
  photo_type text,
  constraint handover_lines_pkey PRIMARY KEY (handover_id, "position"),
  constraint handover_lines_check CHECK (((given >= 0) AND (given <= expected))),
  constraint handover_lines_check1 CHECK (((photo IS NULL) = (photo_type IS NULL))),
  constraint handover_lines_check2 CHECK (((given = expected) OR (problem IS NOT NULL))),
  constraint handover_lines_expected_check CHECK ((expected > 0)),
  constraint handover_lines_note_check CHECK ((length(note) <= 500)),
  constraint handover_lines_photo_check CHECK (((length(photo) >= 1) AND (length(photo) <= 5242880))),
  constraint handover_lines_photo_type_check CHECK ((photo_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint handover_lines_problem_check CHECK ((problem = ANY (ARRAY['shortage'::text, 'defect'::text])))
);

create table handovers (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  department_id_1c text not null,
  staff_user_id uuid,
  staff_name text not null,
  recipient_name text not null,
  proof text not null,
  delegated_pass_id uuid,
  note text default ''::text not null,
  is_last boolean not null,
  at timestamp with time zone not null,
  taken_kopecks bigint default 0 not null,
  constraint handovers_pkey PRIMARY KEY (id),
  constraint handovers_note_check CHECK ((length(note) <= 1000)),
  constraint handovers_proof_check CHECK ((proof = ANY (ARRAY['pass'::text, 'delegated'::text, 'code'::text]))),
  constraint handovers_taken_kopecks_check CHECK ((taken_kopecks >= 0))
);

create table home_layouts (
  id integer generated always as identity not null,
  department_id_1c text,
  season text,
  blocks text[] not null,
  first_categories text[] default '{}'::text[] not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint home_layouts_pkey PRIMARY KEY (id),
  constraint home_layouts_check CHECK ((ends_at > starts_at)),
  constraint home_layouts_season_check CHECK ((season = ANY (ARRAY['newyear'::text, 'spring'::text])))
);

create table identities (
  provider text not null,
  subject text not null,
  user_id uuid not null,
  login text,
  created_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (provider, subject),
  constraint identities_provider_check CHECK ((provider = 'yandex'::text))
);

create table judged_goods (
  query_id integer not null,
  product_id integer not null,
  grade smallint not null,
  constraint judged_goods_pkey PRIMARY KEY (query_id, product_id),
  constraint judged_goods_grade_check CHECK (((grade >= 1) AND (grade <= 3)))
);

create table judged_queries (
  id integer generated always as identity not null,
  words text not null,
  changed_at timestamp with time zone default now() not null,
  constraint judged_queries_pkey PRIMARY KEY (id),
  constraint judged_queries_words_key UNIQUE (words),
  constraint judged_queries_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 80))))
);

create table landing_days (
  landing_id integer not null,
  day date not null,
  bucket smallint not null,
  seen integer default 0 not null,
  ordered integer default 0 not null,
  constraint landing_days_pkey PRIMARY KEY (landing_id, day, bucket),
  constraint landing_days_bucket_check CHECK (((bucket >= 0) AND (bucket <= 9))),
  constraint landing_days_ordered_check CHECK ((ordered >= 0)),
  constraint landing_days_ordered_were_seen CHECK ((ordered <= seen)),
  constraint landing_days_seen_check CHECK ((seen >= 0))
);

create table landing_pages (
  id integer generated always as identity not null,
  landing_id integer not null,
  department_id_1c text,
  variant text default 'a'::text not null,
  version integer not null,
  title text not null,
  description text default ''::text not null,
  blocks jsonb not null,
  created_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  constraint landing_pages_pkey PRIMARY KEY (id),
  constraint landing_pages_blocks_check CHECK ((jsonb_typeof(blocks) = 'array'::text)),
  constraint landing_pages_description_check CHECK ((length(description) <= 300)),
  constraint landing_pages_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint landing_pages_variant_check CHECK ((variant = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint landing_pages_version_check CHECK ((version > 0))
);

create table landings (
  id integer generated always as identity not null,
  slug text not null,
  name text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  redirect_to text default '/actions/'::text not null,
  share_b smallint default 0 not null,
  changed_at timestamp with time zone default now() not null,
  share_b_since timestamp with time zone default now() not null,
  constraint landings_pkey PRIMARY KEY (id),
  constraint landings_slug_key UNIQUE (slug),
  constraint landings_check CHECK ((ends_at > starts_at)),
  constraint landings_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint landings_redirect_to_check CHECK (((length(redirect_to) <= 300) AND (redirect_to ~ '^/([^/\\]|$)'::text) AND (redirect_to !~ '[[:cntrl:]\\]'::text) AND ((redirect_to !~ '^/lp/'::text) OR (redirect_to ~ '^/lp/(magic|fortune)/?$'::text)))),
  constraint landings_share_b_check CHECK (((share_b >= 0) AND (share_b <= 9))),
  constraint landings_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80) AND (slug <> ALL (ARRAY['magic'::text, 'fortune'::text]))))
);

create table lead_tries (
  id bigint generated always as identity not null,
  origin_id uuid not null,
  at timestamp with time zone not null,
  call text not null,
  status integer,
  answer text default ''::text not null,
  constraint lead_tries_pkey PRIMARY KEY (id),
  constraint lead_tries_call_check CHECK ((call = ANY (ARRAY['crm.lead.add'::text, 'crm.lead.list'::text])))
);

create table leads (
  origin_id uuid not null,
  number bigint generated always as identity not null,
  form text not null,
  title text not null,
  name text default ''::text not null,
  phone text,
  email text,
  company text default ''::text not null,
  comments jsonb default '[]'::jsonb not null,
  campaign jsonb,
  department_id_1c text not null,
  page text default ''::text not null,
  created_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  open_tries integer default 0 not null,
  tried_at timestamp with time zone,
  next_try_at timestamp with time zone not null,
  failure text,
  sent_at timestamp with time zone,
  crm_id bigint,
  due_at timestamp with time zone,
  constraint leads_pkey PRIMARY KEY (origin_id),
  constraint leads_number_key UNIQUE (number),
  constraint leads_attempts_check CHECK ((attempts >= 0)),
  constraint leads_campaign_check CHECK ((jsonb_typeof(campaign) = 'object'::text)),
  constraint leads_check CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint leads_check1 CHECK (((crm_id IS NULL) OR (state = 'sent'::text))),
  constraint leads_comments_check CHECK ((jsonb_typeof(comments) = 'array'::text)),
  constraint leads_company_check CHECK ((length(company) <= 255)),
  constraint leads_email_check CHECK (((email ~~ '%_@_%'::text) AND (length(email) <= 254))),
  constraint leads_form_check CHECK (((form <> ''::text) AND (length(form) <= 100))),
  constraint leads_name_check CHECK ((length(name) <= 255)),
  constraint leads_open_tries_check CHECK ((open_tries >= 0)),
  constraint leads_page_check CHECK ((length(page) <= 500)),
  constraint leads_phone_check CHECK ((phone ~ '^\+[0-9]{10,15}$'::text)),
  constraint leads_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'refused'::text, 'sent'::text]))),
  constraint leads_title_check CHECK (((title <> ''::text) AND (length(title) <= 255)))
);

create unlogged table limits (
  scope text not null,
  key text not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint limits_pkey PRIMARY KEY (scope, key),
  constraint limits_count_check CHECK ((count > 0))
);

create table loss_measures (
  id integer generated always as identity not null,
  department_id_1c text not null,
  product_id integer,
  words text,
  day date not null,
  what text not null,
  who text not null,
  taken_at timestamp with time zone default now() not null,
  before_sum bigint,
  after_sum bigint,
  constraint loss_measures_pkey PRIMARY KEY (id),
  constraint loss_measures_after_sum_check CHECK ((after_sum >= 0)),
  constraint loss_measures_before_sum_check CHECK ((before_sum >= 0)),
  constraint loss_measures_one_subject CHECK (((product_id IS NULL) OR (words IS NULL))),
  constraint loss_measures_sums_check CHECK (((before_sum IS NULL) = (after_sum IS NULL))),
  constraint loss_measures_what_check CHECK (((what = btrim(what)) AND ((length(what) >= 3) AND (length(what) <= 200)))),
  constraint loss_measures_who_check CHECK ((length(who) <= 200)),
  constraint loss_measures_words_check CHECK (((length(words) >= 2) AND (length(words) <= 100)))
);

create table loyalty_closed_categories (
  kind text not null,
  category_id integer not null,
  constraint loyalty_closed_categories_pkey PRIMARY KEY (kind, category_id)
);

create table loyalty_levels (
  kind text not null,
  name text not null,
  from_sum_kopecks bigint not null,
  percent smallint not null,
  constraint loyalty_levels_pkey PRIMARY KEY (kind, from_sum_kopecks),
  constraint loyalty_levels_kind_name_key UNIQUE (kind, name),
  constraint loyalty_levels_from_sum_kopecks_check CHECK ((from_sum_kopecks >= 0)),
  constraint loyalty_levels_percent_check CHECK (((percent >= 1) AND (percent <= 50)))
);

create table loyalty_programmes (
  kind text not null,
  name text not null,
  counting_days integer not null,
  expiry_days integer,
  spend_percent smallint,
  bonus_kopecks integer default 100 not null,
  least_paid_kopecks bigint default 100 not null,
  spends_on_reduced boolean default false not null,
  spends_with_coupon boolean default true not null,
  grace_days integer default 14 not null,
  constraint loyalty_programmes_pkey PRIMARY KEY (kind),
  constraint loyalty_programmes_bonus_kopecks_check CHECK (((bonus_kopecks >= 1) AND (bonus_kopecks <= 100000))),
  constraint loyalty_programmes_check CHECK (((expiry_days IS NULL) = (spend_percent IS NULL))),
  constraint loyalty_programmes_counting_days_check CHECK (((counting_days >= 1) AND (counting_days <= 3650))),
  constraint loyalty_programmes_expiry_days_check CHECK (((expiry_days >= 1) AND (expiry_days <= 3650))),
  constraint loyalty_programmes_grace_days_check CHECK (((grace_days >= 1) AND (grace_days <= 365))),
  constraint loyalty_programmes_kind_check CHECK ((kind = ANY (ARRAY['bonus'::text, 'idd'::text]))),
  constraint loyalty_programmes_least_paid_kopecks_check CHECK ((least_paid_kopecks >= 1)),
  constraint loyalty_programmes_spend_percent_check CHECK (((spend_percent >= 1) AND (spend_percent <= 100)))
);

create table mail_attachments (
  mail_id bigint not null,
  "position" smallint not null,
  name text not null,
  type text not null,
  content bytea not null,
  constraint mail_attachments_pkey PRIMARY KEY (mail_id, "position")
);

create table mails (
  id bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  key text,
  from_address text,
  reply_to text,
  attempts integer default 0 not null,
  is_secret boolean default false not null,
  headers jsonb default '{}'::jsonb not null,
  sending_at timestamp with time zone,
  kept_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_key_key UNIQUE (key)
);

create table menu_links (
  id integer generated always as identity not null,
  place text not null,
  column_title text default ''::text not null,
  name text not null,
  url text not null,
  icon text,
  department_id_1c text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  "position" integer default 0 not null,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint menu_links_pkey PRIMARY KEY (id),
  constraint menu_links_check CHECK (((place = 'footer'::text) = (column_title <> ''::text))),
  constraint menu_links_check1 CHECK ((ends_at > starts_at)),
  constraint menu_links_icon_check CHECK ((icon ~ '^[a-z0-9-]+$'::text)),
  constraint menu_links_name_check CHECK ((name <> ''::text)),
  constraint menu_links_place_check CHECK ((place = ANY (ARRAY['header'::text, 'footer'::text, 'side'::text]))),
  constraint menu_links_url_check CHECK ((url ~ '^/([^/\\]|$)'::text))
);

create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table missing_paths (
  path text not null,
  department_id_1c text not null,
  times integer default 1 not null,
  first_day date not null,
  last_day date not null,
  ignored_at timestamp with time zone,
  constraint missing_paths_pkey PRIMARY KEY (path, department_id_1c),
  constraint missing_paths_path_check CHECK (((path ~ '^/'::text) AND (length(path) <= 200))),
  constraint missing_paths_times_check CHECK ((times > 0))
);

create table models (
  id integer generated always as identity not null,
  id_1c text collate "C",
  name text not null,
  variant_name text,
  constraint models_pkey PRIMARY KEY (id),
  constraint models_id_1c_key UNIQUE (id_1c)
);

create unlogged table office_messages (
  id bigint generated always as identity not null,
  message text not null,
  at timestamp with time zone default now() not null,
  constraint office_messages_pkey PRIMARY KEY (id)
);

create table one_time_links (
  hash bytea not null,
  purpose text not null,
  user_id uuid,
  email text,
  identity jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_links_pkey PRIMARY KEY (hash),
  constraint one_time_links_check CHECK (((purpose = 'password'::text) = (user_id IS NOT NULL))),
  constraint one_time_links_hash_check CHECK ((length(hash) = 32)),
  constraint one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['password'::text, 'sign_up'::text, 'yandex'::text])))
);

create table onec_catalogs (
  catalog_id_1c text collate "C" not null,
  node_id integer not null,
  constraint onec_catalogs_pkey PRIMARY KEY (catalog_id_1c)
);

create table onec_changes (
  package_id bigint not null,
  kind text not null,
  record integer not null,
  fields jsonb not null,
  constraint onec_changes_pkey PRIMARY KEY (package_id, kind, record),
  constraint onec_changes_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'categories'::text, 'model'::text, 'group'::text, 'brand'::text, 'tiers'::text])))
);

create table onec_created (
  package_id bigint not null,
  kind text not null,
  block integer not null,
  ids text[] not null,
  constraint onec_created_pkey PRIMARY KEY (package_id, kind, block),
  constraint onec_created_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'good'::text, 'offer'::text])))
);

create table onec_files (
  session_id uuid not null,
  batch integer not null,
  name text not null,
  bytes bigint default 0 not null,
  last_part_bytes bigint default 0 not null,
  repeats jsonb default '[]'::jsonb not null,
  constraint onec_files_pkey PRIMARY KEY (session_id, batch, name),
  constraint onec_files_bytes_check CHECK ((bytes >= 0)),
  constraint onec_files_last_part_bytes_check CHECK ((last_part_bytes >= 0)),
  constraint onec_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 250))),
  constraint onec_files_repeats_check CHECK ((jsonb_typeof(repeats) = 'array'::text))
);

create table onec_good_units (
  good_id_1c text collate "C" not null,
  unit text not null,
  coefficient numeric(12,6) not null,
  constraint onec_good_units_pkey PRIMARY KEY (good_id_1c),
  constraint onec_good_units_coefficient_check CHECK ((coefficient > (0)::numeric)),
  constraint onec_good_units_good_id_1c_check CHECK (((length(good_id_1c) >= 1) AND (length(good_id_1c) <= 250))),
  constraint onec_good_units_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 50)))
);

create table onec_goods (
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C" not null,
  data json not null,
  good_id text collate "C" generated always as (split_part(id_1c, '#'::text, 1)) stored not null,
  constraint onec_goods_pkey PRIMARY KEY (id_1c),
  constraint onec_goods_off_check CHECK ((off = ANY (ARRAY['deleted'::text, 'absent'::text])))
) with (toast_tuple_target=8160);

create table onec_goods_before (
  package_id bigint not null,
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C" not null,
  data json,
  constraint onec_goods_before_pkey PRIMARY KEY (package_id, id_1c)
);

create table onec_group_rules (
  group_id_1c text not null,
  category_id integer,
  constraint onec_group_rules_pkey PRIMARY KEY (group_id_1c),
  constraint onec_group_rules_group_id_1c_check CHECK (((length(group_id_1c) >= 1) AND (length(group_id_1c) <= 250)))
);

create table onec_groups (
  id_1c text not null,
  classifier_id_1c text not null,
  parent_id_1c text,
  name text not null,
  off text,
  category_id integer not null,
  node_id integer,
  constraint onec_groups_pkey PRIMARY KEY (id_1c),
  constraint onec_groups_category_id_key UNIQUE (category_id),
  constraint onec_groups_off_check CHECK ((off = ANY (ARRAY['deleted'::text, 'absent'::text])))
);

create table onec_groups_before (
  package_id bigint not null,
  id_1c text not null,
  classifier_id_1c text not null,
  parent_id_1c text,
  name text not null,
  off text,
  is_new boolean not null,
  constraint onec_groups_before_pkey PRIMARY KEY (package_id, id_1c)
);

create table onec_guards (
  node_id integer not null,
  guard text not null,
  is_on boolean not null,
  share smallint not null,
  at_least integer not null,
  moved smallint,
  constraint onec_guards_pkey PRIMARY KEY (node_id, guard),
  constraint onec_guards_at_least_check CHECK (((at_least >= 1) AND (at_least <= 1000000))),
  constraint onec_guards_check CHECK (((moved IS NOT NULL) = (guard = 'price_moved'::text))),
  constraint onec_guards_guard_check CHECK ((guard = ANY (ARRAY['switched_off'::text, 'groups_gone'::text, 'price_moved'::text, 'price_gone'::text, 'stock_gone'::text, 'units_changed'::text]))),
  constraint onec_guards_moved_check CHECK (((moved >= 1) AND (moved <= 1000))),
  constraint onec_guards_share_check CHECK (((share >= 0) AND (share <= 100)))
);

create table onec_kept_out (
  package_id bigint not null,
  part text not null,
  record integer not null,
  constraint onec_kept_out_pkey PRIMARY KEY (package_id, part, record),
  constraint onec_kept_out_part_check CHECK ((part = ANY (ARRAY['good'::text, 'prices'::text, 'stock'::text, 'group'::text])))
);

create table onec_listed (
  session_id uuid not null,
  kind text not null,
  id_1c text collate "C" not null,
  is_full boolean not null,
  parts smallint not null,
  price_types text[],
  warehouses text[],
  constraint onec_listed_pkey PRIMARY KEY (session_id, kind, id_1c),
  constraint onec_listed_kind_check CHECK ((kind = ANY (ARRAY['good'::text, 'offer'::text, 'classifier'::text])))
);

create table onec_nodes (
  id integer generated always as identity not null,
  name text not null,
  login text not null,
  password_hash text,
  networks text default ''::text not null,
  encoding text default 'utf-8'::text not null,
  file_limit integer default 5242880 not null,
  takes_zip boolean default true not null,
  is_on boolean default true not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  signed_in_at timestamp with time zone,
  deactivates_at timestamp with time zone,
  stock_excludes_reserves boolean default false not null,
  day_pays_whole boolean default true not null,
  constraint onec_nodes_pkey PRIMARY KEY (id),
  constraint onec_nodes_login_key UNIQUE (login),
  constraint onec_nodes_name_key UNIQUE (name),
  constraint onec_nodes_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'windows-1251'::text]))),
  constraint onec_nodes_file_limit_check CHECK (((file_limit >= 102400) AND (file_limit <= 33554432))),
  constraint onec_nodes_login_check CHECK (((length(login) >= 1) AND (length(login) <= 100))),
  constraint onec_nodes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table onec_offers (
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C",
  data json,
  prices_hash text collate "C",
  prices json,
  rests_hash text collate "C",
  rests jsonb,
  good_id text collate "C" generated always as (split_part(id_1c, '#'::text, 1)) stored not null,
  constraint onec_offers_pkey PRIMARY KEY (id_1c),
  constraint onec_offers_off_check CHECK ((off = ANY (ARRAY['deleted'::text, 'absent'::text])))
) with (toast_tuple_target=8160);

create table onec_offers_before (
  package_id bigint not null,
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C",
  has_data boolean not null,
  data json,
  has_prices boolean not null,
  prices_hash text collate "C",
  prices json,
  has_rests boolean not null,
  rests_hash text collate "C",
  rests jsonb,
  constraint onec_offers_before_pkey PRIMARY KEY (package_id, id_1c)
);

create table onec_order_branches (
  department_id_1c text not null,
  node_id integer not null,
  constraint onec_order_branches_pkey PRIMARY KEY (department_id_1c)
);

create table onec_order_documents (
  node_id integer not null,
  id_1c text not null,
  order_id uuid not null,
  taken_at timestamp with time zone not null,
  amount bigint,
  kind text,
  withdrawn_at timestamp with time zone,
  goods jsonb,
  payment_id uuid,
  constraint onec_order_documents_pkey PRIMARY KEY (node_id, id_1c, order_id),
  constraint onec_order_documents_amount_check CHECK ((amount >= 0)),
  constraint onec_order_documents_goods_check CHECK ((jsonb_typeof(goods) = 'array'::text)),
  constraint onec_order_documents_goods_moved CHECK (((goods IS NULL) OR (kind = ANY (ARRAY['shipment'::text, 'return'::text])))),
  constraint onec_order_documents_id_1c_check CHECK (((length(id_1c) >= 1) AND (length(id_1c) <= 100))),
  constraint onec_order_documents_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'shipment'::text, 'return'::text, 'money_back'::text]))),
  constraint onec_order_documents_money_is_a_payments CHECK (((amount IS NOT NULL) = (COALESCE(kind, ''::text) = ANY (ARRAY['payment'::text, 'money_back'::text])))),
  constraint onec_order_documents_withdrawn_pays_nothing CHECK (((payment_id IS NULL) OR ((kind = 'payment'::text) AND (withdrawn_at IS NULL))))
);

create table onec_order_files (
  id bigint generated always as identity not null,
  session_id uuid not null,
  batch integer not null,
  name text not null,
  archive text,
  state text default 'waiting'::text not null,
  done integer default 0 not null,
  applied integer default 0 not null,
  unchanged integer default 0 not null,
  refused integer default 0 not null,
  reason text,
  received_at timestamp with time zone not null,
  heartbeat_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  retaken_at timestamp with time zone,
  constraint onec_order_files_pkey PRIMARY KEY (id),
  constraint onec_order_files_session_id_batch_name_key UNIQUE (session_id, batch, name),
  constraint onec_order_files_applied_check CHECK ((applied >= 0)),
  constraint onec_order_files_archive_check CHECK (((length(archive) >= 1) AND (length(archive) <= 250))),
  constraint onec_order_files_check CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'taking'::text])))),
  constraint onec_order_files_check1 CHECK (((reason IS NOT NULL) = (state = ANY (ARRAY['refused'::text, 'failed'::text])))),
  constraint onec_order_files_check2 CHECK ((done = ((applied + unchanged) + refused))),
  constraint onec_order_files_done_check CHECK ((done >= 0)),
  constraint onec_order_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 250))),
  constraint onec_order_files_reason_check CHECK ((reason <> ''::text)),
  constraint onec_order_files_refused_check CHECK ((refused >= 0)),
  constraint onec_order_files_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taking'::text, 'taken'::text, 'refused'::text, 'failed'::text]))),
  constraint onec_order_files_unchanged_check CHECK ((unchanged >= 0))
);

create table onec_order_log (
  id bigint generated always as identity not null,
  node_id integer not null,
  order_id uuid,
  document text not null,
  at timestamp with time zone not null,
  is_refused boolean not null,
  words text not null,
  sum bigint,
  last_at timestamp with time zone,
  constraint onec_order_log_pkey PRIMARY KEY (id)
);

create table onec_order_queries (
  id bigint generated always as identity not null,
  node_id integer not null,
  session_id uuid not null,
  at timestamp with time zone not null,
  orders integer not null,
  confirmed_at timestamp with time zone,
  constraint onec_order_queries_pkey PRIMARY KEY (id),
  constraint onec_order_queries_orders_check CHECK ((orders >= 0))
);

create table onec_orders (
  node_id integer not null,
  order_id uuid not null,
  handed_revision integer,
  handed_in bigint,
  handed_at timestamp with time zone,
  confirmed_revision integer,
  confirmed_at timestamp with time zone,
  wanted_at timestamp with time zone,
  refused_at timestamp with time zone,
  refused_why text,
  came_back_at timestamp with time zone,
  number_1c text,
  date_1c text,
  handed_goods jsonb,
  known_goods jsonb,
  shipped_at timestamp with time zone,
  handed_reserves jsonb,
  handed_cancelled_at timestamp with time zone,
  caught_up_in uuid,
  former_goods jsonb,
  was_cancelled boolean default false not null,
  id_1c text,
  is_disputed boolean default false not null,
  constraint onec_orders_pkey PRIMARY KEY (node_id, order_id),
  constraint onec_orders_confirmed_whole CHECK ((num_nulls(confirmed_revision, confirmed_at) = ANY (ARRAY[0, 2]))),
  constraint onec_orders_date_1c_check CHECK ((length(date_1c) <= 40)),
  constraint onec_orders_disputed_refused CHECK (((NOT is_disputed) OR (refused_why IS NOT NULL))),
  constraint onec_orders_former_goods_check CHECK ((jsonb_typeof(former_goods) = 'object'::text)),
  constraint onec_orders_handed_goods_check CHECK ((jsonb_typeof(handed_goods) = 'object'::text)),
  constraint onec_orders_handed_reserves_check CHECK ((jsonb_typeof(handed_reserves) = 'array'::text)),
  constraint onec_orders_handed_whole CHECK ((num_nulls(handed_revision, handed_at) = ANY (ARRAY[0, 2]))),
  constraint onec_orders_id_1c_check CHECK (((length(id_1c) >= 1) AND (length(id_1c) <= 100))),
  constraint onec_orders_known_goods_check CHECK ((jsonb_typeof(known_goods) = 'object'::text)),
  constraint onec_orders_number_1c_check CHECK ((length(number_1c) <= 255)),
  constraint onec_orders_refused_whole CHECK ((num_nulls(refused_at, refused_why) = ANY (ARRAY[0, 2])))
);

create table onec_owners_before (
  package_id bigint not null,
  kind text not null,
  of_node integer not null,
  id_1c text collate "C" not null,
  was jsonb,
  became jsonb,
  constraint onec_owners_before_pkey PRIMARY KEY (package_id, kind, of_node, id_1c),
  constraint onec_owners_before_check CHECK ((was IS DISTINCT FROM became)),
  constraint onec_owners_before_kind_check CHECK ((kind = ANY (ARRAY['catalog'::text, 'group'::text, 'price_type'::text, 'warehouse'::text])))
);

create table onec_packages (
  id bigint generated always as identity not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  source text not null,
  summary jsonb,
  node_id integer,
  session_id uuid,
  batch integer,
  kind text default 'files'::text not null,
  state text default 'waiting'::text not null,
  received_at timestamp with time zone default now() not null,
  progress text default ''::text not null,
  heartbeat_at timestamp with time zone default now() not null,
  contents jsonb default '[]'::jsonb not null,
  files_removed_at timestamp with time zone,
  changes jsonb,
  guards jsonb,
  approved jsonb,
  decided_at timestamp with time zone,
  notified_at timestamp with time zone,
  rollback jsonb,
  changes_forgotten_at timestamp with time zone,
  keeps_on boolean default false not null,
  decided_by text,
  rolled_back_by text,
  constraint onec_packages_pkey PRIMARY KEY (id),
  constraint onec_packages_check CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'importing'::text])))),
  constraint onec_packages_decided_by_check CHECK ((decided_by <> ''::text)),
  constraint onec_packages_held_check CHECK (((state <> 'held'::text) OR (guards IS NOT NULL))),
  constraint onec_packages_kind_check CHECK ((kind = ANY (ARRAY['files'::text, 'deactivate'::text]))),
  constraint onec_packages_rolled_back_by_check CHECK ((rolled_back_by <> ''::text)),
  constraint onec_packages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'importing'::text, 'imported'::text, 'held'::text, 'rehearsed'::text, 'refused'::text, 'failed'::text, 'rolled_back'::text]))),
  constraint onec_packages_summary_check CHECK (((summary IS NOT NULL) = (finished_at IS NOT NULL)))
);

create table onec_pictures (
  path text not null,
  file text not null,
  constraint onec_pictures_pkey PRIMARY KEY (path)
);

create table onec_price_changes (
  package_id bigint not null,
  price_column text not null,
  block integer not null,
  product_ids integer[] not null,
  was integer[] not null,
  was_old integer[] not null,
  became integer[] not null,
  became_old integer[] not null,
  constraint onec_price_changes_pkey PRIMARY KEY (package_id, price_column, block)
);

create table onec_price_types (
  id_1c text not null,
  name text not null,
  currency text default ''::text not null,
  price_column text,
  target text,
  is_manual boolean default false not null,
  id integer generated always as identity not null,
  node_id integer,
  constraint onec_price_types_pkey PRIMARY KEY (id),
  constraint onec_price_types_node_id_1c_key UNIQUE NULLS NOT DISTINCT (node_id, id_1c),
  constraint onec_price_types_check CHECK (((price_column IS NULL) = (target IS NULL))),
  constraint onec_price_types_target_check CHECK ((target = ANY (ARRAY['price'::text, 'old_price'::text])))
);

create table onec_properties (
  id_1c text not null,
  name text not null,
  type text not null,
  attribute_id integer not null,
  constraint onec_properties_pkey PRIMARY KEY (id_1c),
  constraint onec_properties_attribute_id_key UNIQUE (attribute_id),
  constraint onec_properties_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'enum'::text, 'boolean'::text])))
);

create table onec_property_rules (
  property_id_1c text not null,
  is_hidden boolean default false not null,
  into_id_1c text,
  name text,
  type text,
  unit text,
  group_name text,
  filter text,
  "position" integer,
  constraint onec_property_rules_pkey PRIMARY KEY (property_id_1c),
  constraint onec_property_rules_check CHECK (((into_id_1c <> property_id_1c) AND (NOT (is_hidden AND (into_id_1c IS NOT NULL))) AND (((NOT is_hidden) AND (into_id_1c IS NULL)) OR (num_nonnulls(name, type, unit, group_name, filter, "position") = 0)))),
  constraint onec_property_rules_filter_check CHECK ((filter = ANY (ARRAY['values'::text, 'range'::text, 'none'::text]))),
  constraint onec_property_rules_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 100))),
  constraint onec_property_rules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 250))),
  constraint onec_property_rules_position_check CHECK ((("position" >= 0) AND ("position" <= 100000))),
  constraint onec_property_rules_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'enum'::text, 'boolean'::text]))),
  constraint onec_property_rules_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 50)))
);

create table onec_property_values (
  property_id_1c text not null,
  value_id text not null,
  value text not null,
  constraint onec_property_values_pkey PRIMARY KEY (property_id_1c, value_id)
);

create table onec_rekeys (
  id integer generated always as identity not null,
  done_at timestamp with time zone default now() not null,
  matched_by text not null,
  goods integer not null,
  last_package bigint not null,
  constraint onec_rekeys_pkey PRIMARY KEY (id),
  constraint onec_rekeys_goods_check CHECK ((goods > 0)),
  constraint onec_rekeys_matched_by_check CHECK ((matched_by = ANY (ARRAY['article'::text, 'barcode'::text])))
);

create table onec_reserves (
  node_id integer not null,
  order_id uuid not null,
  product_id integer not null,
  store text not null,
  count integer not null,
  since timestamp with time zone not null,
  left_store text,
  left_count integer,
  left_in bigint,
  constraint onec_reserves_pkey PRIMARY KEY (node_id, order_id, product_id),
  constraint onec_reserves_count_check CHECK ((count > 0)),
  constraint onec_reserves_left_count_check CHECK ((left_count > 0)),
  constraint onec_reserves_left_whole CHECK ((num_nulls(left_store, left_count) = ANY (ARRAY[0, 2])))
);

create table onec_sessions (
  id uuid not null,
  node_id integer not null,
  type text not null,
  token_hash bytea not null,
  sessid_hash bytea not null,
  version text,
  address text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  batch integer default 1 not null,
  first_batch integer default 1 not null,
  files integer default 0 not null,
  bytes bigint default 0 not null,
  constraint onec_sessions_pkey PRIMARY KEY (id),
  constraint onec_sessions_token_hash_key UNIQUE (token_hash),
  constraint onec_sessions_batch_check CHECK ((batch > 0)),
  constraint onec_sessions_bytes_check CHECK ((bytes >= 0)),
  constraint onec_sessions_check CHECK (((first_batch >= 1) AND (first_batch <= batch))),
  constraint onec_sessions_check1 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint onec_sessions_ended_by_check CHECK ((ended_by = ANY (ARRAY['complete'::text, 'replaced'::text, 'silent'::text, 'unasked'::text]))),
  constraint onec_sessions_files_check CHECK ((files >= 0))
);

create table onec_staff_jobs (
  id integer generated always as identity not null,
  kind text not null,
  params jsonb not null,
  author jsonb not null,
  state text default 'waiting'::text not null,
  progress text default ''::text not null,
  result jsonb,
  reason text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint onec_staff_jobs_pkey PRIMARY KEY (id),
  constraint onec_staff_jobs_check CHECK (((state = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text, 'stopped'::text])) = (finished_at IS NOT NULL))),
  constraint onec_staff_jobs_check1 CHECK (((state = ANY (ARRAY['refused'::text, 'failed'::text, 'stopped'::text])) = (reason IS NOT NULL))),
  constraint onec_staff_jobs_kind_check CHECK ((kind = ANY (ARRAY['rollback'::text, 'rollback_preview'::text, 'price_type'::text, 'warehouse'::text, 'group'::text, 'property'::text, 'value'::text, 'unit'::text, 'good_unit'::text]))),
  constraint onec_staff_jobs_reason_check CHECK ((reason <> ''::text)),
  constraint onec_staff_jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'refused'::text, 'failed'::text, 'stopped'::text])))
);

create table onec_stock_changes (
  package_id bigint not null,
  store text not null,
  block integer not null,
  product_ids integer[] not null,
  was_base numeric[] not null,
  was integer[] not null,
  became_base numeric[] not null,
  became integer[] not null,
  constraint onec_stock_changes_pkey PRIMARY KEY (package_id, store, block)
);

create table onec_unit_rules (
  name text collate "C" not null,
  unit text not null,
  is_sold boolean default true not null,
  constraint onec_unit_rules_pkey PRIMARY KEY (name),
  constraint onec_unit_rules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint onec_unit_rules_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 50)))
);

create table onec_units (
  code text not null,
  name text not null,
  constraint onec_units_pkey PRIMARY KEY (code)
);

create table onec_value_rules (
  property_id_1c text not null,
  value text collate "C" not null,
  shown text,
  constraint onec_value_rules_pkey PRIMARY KEY (property_id_1c, value),
  constraint onec_value_rules_shown_check CHECK (((length(shown) >= 1) AND (length(shown) <= 250))),
  constraint onec_value_rules_value_check CHECK (((length(value) >= 1) AND (length(value) <= 250)))
);

create table onec_warehouses (
  id_1c text not null,
  name text not null,
  address text default ''::text not null,
  store text,
  is_manual boolean default false not null,
  id integer generated always as identity not null,
  node_id integer,
  constraint onec_warehouses_pkey PRIMARY KEY (id),
  constraint onec_warehouses_node_id_1c_key UNIQUE NULLS NOT DISTINCT (node_id, id_1c)
);

create table order_approvals (
  order_id uuid not null,
  asked_by uuid,
  asked_at timestamp with time zone not null,
  reason text not null,
  limit_kopecks bigint not null,
  sum_kopecks bigint not null,
  decided_at timestamp with time zone,
  outcome text,
  decided_by uuid,
  note text default ''::text not null,
  constraint order_approvals_pkey PRIMARY KEY (order_id),
  constraint order_approvals_check CHECK ((sum_kopecks > limit_kopecks)),
  constraint order_approvals_decided_check CHECK (((decided_at IS NULL) = (outcome IS NULL))),
  constraint order_approvals_decider_check CHECK (((decided_by IS NULL) OR (outcome = ANY (ARRAY['approved'::text, 'declined'::text])))),
  constraint order_approvals_limit_kopecks_check CHECK ((limit_kopecks >= 0)),
  constraint order_approvals_note_check CHECK ((length(note) <= 500)),
  constraint order_approvals_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint order_approvals_reason_check CHECK ((reason = ANY (ARRAY['order'::text, 'month'::text]))),
  constraint order_approvals_second_person_check CHECK ((decided_by <> asked_by))
);

create table order_arrivals (
  id bigint generated always as identity not null,
  order_id uuid not null,
  department_id_1c text not null,
  at timestamp with time zone not null,
  car_plate text,
  constraint order_arrivals_pkey PRIMARY KEY (id)
);

create table order_files (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  name text not null,
  type text not null,
  size integer not null,
  created_at timestamp with time zone default now() not null,
  constraint order_files_pkey PRIMARY KEY (id),
  constraint order_files_order_id_kind_key UNIQUE (order_id, kind),
  constraint order_files_kind_check CHECK ((kind = 'power_of_attorney'::text)),
  constraint order_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint order_files_size_check CHECK (((size >= 1) AND (size <= 5242880)))
);

create table order_keys (
  visitor uuid not null,
  key text not null,
  body_hash bytea not null,
  order_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint order_keys_pkey PRIMARY KEY (visitor, key),
  constraint order_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 200)))
);

create table order_lines (
  id bigint generated always as identity not null,
  order_id uuid not null,
  "position" smallint not null,
  product_id integer not null,
  product_idcode text not null,
  name text not null,
  article text,
  unit text not null,
  base_unit text not null,
  factor_base integer not null,
  factor_sales integer not null,
  price_column text not null,
  store text not null,
  vat_rate smallint not null,
  weight_grams integer default 0 not null,
  count integer not null,
  price integer not null,
  old_price integer,
  discount bigint default 0 not null,
  sum bigint not null,
  bonus_discount bigint default 0 not null,
  replaces_line_id bigint,
  warranty_months integer,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_lines_bonus_discount_check CHECK ((bonus_discount >= 0)),
  constraint order_lines_check CHECK (((sum = ((((count)::bigint * price) - discount) - bonus_discount)) AND (sum >= 0))),
  constraint order_lines_count_check CHECK (((count >= 1) AND (count <= 99999))),
  constraint order_lines_discount_check CHECK ((discount >= 0)),
  constraint order_lines_price_check CHECK ((price > 0)),
  constraint order_lines_warranty_months_check CHECK (((warranty_months >= 1) AND (warranty_months <= 1200)))
);

create table order_moves (
  id bigint generated always as identity not null,
  order_id uuid not null,
  at timestamp with time zone default now() not null,
  state text,
  payment_state text,
  who text not null,
  why text default ''::text not null,
  constraint order_moves_pkey PRIMARY KEY (id),
  constraint order_moves_says_something CHECK (((state IS NOT NULL) OR (payment_state IS NOT NULL) OR (why <> ''::text)))
);

create table order_notes (
  id bigint generated always as identity not null,
  order_id uuid not null,
  staff_user_id uuid,
  who text not null,
  kind text default 'note'::text not null,
  text text not null,
  at timestamp with time zone not null,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'call'::text]))),
  constraint order_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

create table order_proposals (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  number smallint not null,
  state text default 'open'::text not null,
  lines jsonb not null,
  total_before bigint not null,
  total_after bigint not null,
  note text default ''::text not null,
  proposed_by uuid,
  proposed_who text not null,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answered_how text,
  answered_who text,
  answer_note text default ''::text not null,
  constraint order_proposals_pkey PRIMARY KEY (id),
  constraint order_proposals_order_id_number_key UNIQUE (order_id, number),
  constraint order_proposals_answer_note_check CHECK ((length(answer_note) <= 1000)),
  constraint order_proposals_answered_how_check CHECK ((answered_how = ANY (ARRAY['link'::text, 'phone'::text, 'rule'::text]))),
  constraint order_proposals_check CHECK (((state = 'open'::text) = (answered_at IS NULL))),
  constraint order_proposals_check1 CHECK (((state = ANY (ARRAY['accepted'::text, 'declined'::text])) = (answered_how IS NOT NULL))),
  constraint order_proposals_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint order_proposals_note_check CHECK ((length(note) <= 1000)),
  constraint order_proposals_number_check CHECK ((number > 0)),
  constraint order_proposals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint order_proposals_total_after_check CHECK ((total_after > 0))
);

create table order_returns (
  id bigint generated always as identity not null,
  order_line_id bigint not null,
  count integer not null,
  who text not null,
  note text default ''::text not null,
  at timestamp with time zone default now() not null,
  constraint order_returns_pkey PRIMARY KEY (id),
  constraint order_returns_count_check CHECK ((count > 0)),
  constraint order_returns_who_check CHECK ((who <> ''::text))
);

create table orders (
  id uuid not null,
  number bigint default nextval('order_numbers'::regclass) not null,
  visitor uuid,
  department_id_1c text not null,
  price_column text not null,
  state text default 'new'::text not null,
  payment_state text default 'unpaid'::text not null,
  payment_method text not null,
  contact_name text not null,
  contact_phone text not null,
  contact_email text,
  company_name text,
  company_inn text,
  receiving_type text not null,
  pickup_department_id_1c text,
  delivery_address text,
  delivery_zone_id integer,
  delivery_zone_name text,
  delivery_price integer,
  receiving_date date,
  recipient_name text,
  recipient_phone text,
  replacement_rule text default 'call'::text not null,
  comment text default ''::text not null,
  coupon text,
  goods_sum bigint not null,
  total bigint not null,
  weight_grams bigint not null,
  pickup_code text not null,
  secret_hash bytea,
  short_since timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  origin text,
  cancelled_at timestamp with time zone,
  completed_at timestamp with time zone,
  user_id uuid,
  company_id bigint,
  placed_by uuid,
  receiving_from smallint,
  receiving_to smallint,
  is_proxy_recipient boolean default false not null,
  car_plate text,
  unloading_note text default ''::text not null,
  prolonged_at timestamp with time zone,
  purchase_reported_at timestamp with time zone,
  unconfirmed_since timestamp with time zone,
  email_proved_at timestamp with time zone,
  carrying text,
  carrying_floor smallint,
  carrying_price bigint default 0,
  revision integer default 1 not null,
  buyer_number text,
  building_site text,
  assigned_to uuid,
  is_by_phone boolean default false not null,
  taken_kopecks bigint default 0 not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_number_key UNIQUE (number),
  constraint orders_building_site_check CHECK (((length(building_site) >= 1) AND (length(building_site) <= 200))),
  constraint orders_buyer_number_check CHECK (((length(buyer_number) >= 1) AND (length(buyer_number) <= 50))),
  constraint orders_car_plate_check CHECK (((length(car_plate) >= 4) AND (length(car_plate) <= 12))),
  constraint orders_carrying_check CHECK ((carrying = ANY (ARRAY['unloading'::text, 'lift'::text, 'stairs'::text]))),
  constraint orders_carrying_floor_check CHECK (((carrying_floor >= 1) AND (carrying_floor <= 100))),
  constraint orders_carrying_is_delivered CHECK (((carrying IS NULL) OR (receiving_type = 'delivery'::text))),
  constraint orders_carrying_price_check CHECK ((carrying_price >= 0)),
  constraint orders_carrying_priced_as_delivery CHECK (
CASE
    WHEN (carrying IS NULL) THEN ((carrying_price IS NOT NULL) AND (carrying_price = 0))
    ELSE ((carrying_price IS NULL) = (delivery_price IS NULL))
END),
  constraint orders_check1 CHECK (((receiving_type = 'pickup'::text) = (pickup_department_id_1c IS NOT NULL))),
  constraint orders_check2 CHECK (((receiving_type <> 'delivery'::text) OR (delivery_address IS NOT NULL))),
  constraint orders_check3 CHECK (((state = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
  constraint orders_check4 CHECK (((state = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint orders_check5 CHECK (((receiving_from IS NULL) = (receiving_to IS NULL))),
  constraint orders_check6 CHECK (((receiving_from >= 0) AND (receiving_to > receiving_from) AND (receiving_to <= 1440))),
  constraint orders_check7 CHECK (((receiving_from IS NULL) OR (receiving_date IS NOT NULL))),
  constraint orders_check8 CHECK (((NOT is_proxy_recipient) OR (recipient_name IS NOT NULL))),
  constraint orders_company_inn_check CHECK ((company_inn ~ '^([0-9]{10}|[0-9]{12})$'::text)),
  constraint orders_contact_email_unless_by_phone CHECK (((contact_email IS NOT NULL) OR is_by_phone)),
  constraint orders_contact_phone_check CHECK ((contact_phone ~ '^\+[0-9]{10,15}$'::text)),
  constraint orders_delivery_price_check CHECK ((delivery_price >= 0)),
  constraint orders_goods_sum_check CHECK ((goods_sum >= 0)),
  constraint orders_lifted_to_a_floor CHECK (((carrying_floor IS NOT NULL) = (COALESCE(carrying, 'unloading'::text) <> 'unloading'::text))),
  constraint orders_origin_check CHECK ((origin ~ '^https?://[^/]+$'::text)),
  constraint orders_own_words_of_firms CHECK (((company_name IS NOT NULL) OR (num_nonnulls(buyer_number, building_site) = 0))),
  constraint orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['on_receipt'::text, 'online'::text, 'invoice'::text, 'credit'::text]))),
  constraint orders_payment_state_check CHECK ((payment_state = ANY (ARRAY['unpaid'::text, 'pending'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text]))),
  constraint orders_pickup_code_check CHECK ((pickup_code ~ '^[0-9]{6}$'::text)),
  constraint orders_receiving_type_check CHECK ((receiving_type = ANY (ARRAY['pickup'::text, 'delivery'::text]))),
  constraint orders_recipient_phone_check CHECK ((recipient_phone ~ '^\+[0-9]{10,15}$'::text)),
  constraint orders_replacement_rule_check CHECK ((replacement_rule = ANY (ARRAY['call'::text, 'replace'::text, 'remove'::text]))),
  constraint orders_revision_check CHECK ((revision > 0)),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['new'::text, 'assembling'::text, 'ready'::text, 'in_delivery'::text, 'completed'::text, 'cancelled'::text]))),
  constraint orders_taken_kopecks_check CHECK ((taken_kopecks >= 0)),
  constraint orders_total_is_its_parts CHECK ((total = ((goods_sum + COALESCE(delivery_price, 0)) + COALESCE(carrying_price, (0)::bigint)))),
  constraint orders_unconfirmed_is_a_new_guests CHECK (((unconfirmed_since IS NULL) OR ((user_id IS NULL) AND (state = ANY (ARRAY['new'::text, 'cancelled'::text]))))),
  constraint orders_unloading_note_check CHECK ((length(unloading_note) <= 500)),
  constraint orders_weight_grams_check CHECK ((weight_grams >= 0))
);

create table pages (
  id integer generated always as identity not null,
  slug text not null,
  version integer not null,
  title text not null,
  html text not null,
  published_at timestamp with time zone default now(),
  department_id_1c text,
  ends_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_slug_version_key UNIQUE (slug, version),
  constraint pages_check CHECK ((ends_at > published_at)),
  constraint pages_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint pages_version_check CHECK ((version > 0))
);

create table payment_answers (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  call text not null,
  object_id uuid,
  status integer,
  body text not null,
  constraint payment_answers_pkey PRIMARY KEY (id)
);

create table payment_events (
  id bigint generated always as identity not null,
  received_at timestamp with time zone not null,
  address inet,
  event text not null,
  object_id text not null,
  body jsonb not null,
  handled_at timestamp with time zone,
  problem text,
  constraint payment_events_pkey PRIMARY KEY (id)
);

create table payments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  amount bigint not null,
  method text not null,
  provider text not null,
  state text default 'new'::text not null,
  provider_id text,
  idempotence_key uuid default gen_random_uuid() not null,
  request jsonb not null,
  confirmation_url text,
  confirmation_data text,
  cancellation_reason text,
  started_by text default 'покупатель'::text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  paid_at timestamp with time zone,
  refunded bigint default 0 not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_idempotence_key_key UNIQUE (idempotence_key),
  constraint payments_provider_id_key UNIQUE (provider_id),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_check CHECK (((refunded = 0) OR (state = 'succeeded'::text))),
  constraint payments_check1 CHECK (((state = 'succeeded'::text) = (paid_at IS NOT NULL))),
  constraint payments_check2 CHECK (((state <> 'canceled'::text) OR (cancellation_reason IS NOT NULL))),
  constraint payments_confirmation_url_check CHECK ((confirmation_url ~ '^https?://'::text)),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'sbp'::text, 'credit'::text, 'transfer'::text]))),
  constraint payments_provider_check CHECK ((provider ~ '^[a-z][a-z0-9-]{1,39}$'::text)),
  constraint payments_refunded_within_amount CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['new'::text, 'pending'::text, 'waiting_for_capture'::text, 'succeeded'::text, 'canceled'::text])))
);

create table price_changes (
  price_column text not null,
  product_id integer not null,
  changed_at timestamp with time zone default now() not null,
  price integer,
  who text,
  constraint price_changes_pkey PRIMARY KEY (price_column, product_id, changed_at),
  constraint price_changes_who_check CHECK (((length(who) >= 1) AND (length(who) <= 300)))
);

create table price_columns (
  price_column text not null,
  name text not null,
  is_b2b boolean default false not null,
  is_cost boolean default false not null,
  purpose text generated always as (
CASE
    WHEN is_cost THEN 'cost'::text
    WHEN is_b2b THEN 'b2b'::text
    ELSE 'retail'::text
END) stored not null,
  constraint price_columns_pkey PRIMARY KEY (price_column),
  constraint price_columns_one_purpose CHECK ((NOT (is_b2b AND is_cost))),
  constraint price_columns_price_column_check CHECK ((price_column ~ '^[a-z][a-z0-9_]{0,30}$'::text))
);

create table price_pins (
  product_id integer not null,
  price_column text not null,
  until timestamp with time zone,
  pinned_at timestamp with time zone default now() not null,
  constraint price_pins_pkey PRIMARY KEY (product_id, price_column)
);

create table price_plan_rows (
  plan_id integer not null,
  price_column text not null,
  product_id integer not null,
  before_price integer,
  before_old_price integer,
  after_price integer not null,
  after_old_price integer,
  kind text not null,
  state text,
  due_at timestamp with time zone,
  made_pin boolean default false not null,
  constraint price_plan_rows_pkey PRIMARY KEY (plan_id, price_column, product_id),
  constraint price_plan_rows_after_price_check CHECK ((after_price > 0)),
  constraint price_plan_rows_kind_check CHECK ((kind = ANY (ARRAY['change'::text, 'pinned'::text, 'floor'::text, 'tiers'::text]))),
  constraint price_plan_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'applied'::text, 'skipped'::text, 'stopped'::text, 'undone'::text, 'kept'::text])))
);

create table price_plans (
  id integer generated always as identity not null,
  name text not null,
  state text default 'rehearsed'::text not null,
  change jsonb not null,
  columns text[] not null,
  uses_cost boolean not null,
  counts jsonb not null,
  hash text not null,
  starts_on date,
  starts_minute smallint,
  author_user_id uuid,
  author text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  done_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint price_plans_pkey PRIMARY KEY (id),
  constraint price_plans_check CHECK (((starts_on IS NULL) = (starts_minute IS NULL))),
  constraint price_plans_columns_check CHECK ((cardinality(columns) > 0)),
  constraint price_plans_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint price_plans_starts_minute_check CHECK (((starts_minute >= 0) AND (starts_minute <= 1439))),
  constraint price_plans_state_check CHECK ((state = ANY (ARRAY['rehearsed'::text, 'waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'undoing'::text, 'undone'::text, 'cancelled'::text])))
);

create table price_tiers (
  price_column text not null,
  product_id integer not null,
  from_count integer not null,
  price integer not null,
  constraint price_tiers_pkey PRIMARY KEY (price_column, product_id, from_count) INCLUDE (price),
  constraint price_tiers_from_count_check CHECK ((from_count > 1)),
  constraint price_tiers_price_check CHECK ((price > 0))
);

create table prices (
  price_column text not null,
  product_id integer not null,
  price integer,
  old_price integer,
  changed_xid xid8 default pg_current_xact_id() not null,
  constraint prices_pkey PRIMARY KEY (product_id, price_column),
  constraint prices_old_price_check CHECK ((old_price > 0)),
  constraint prices_price_check CHECK ((price > 0))
) partition by LIST (price_column);

create table product_categories (
  product_id integer not null,
  category_id integer not null,
  is_main boolean default false not null,
  changed_xid xid8 default pg_current_xact_id() not null,
  constraint product_categories_pkey PRIMARY KEY (product_id, category_id)
);

create table product_documents (
  product_id integer not null,
  "position" smallint not null,
  name text not null,
  kind text not null,
  file text not null,
  size_bytes integer not null,
  issued_on date,
  constraint product_documents_pkey PRIMARY KEY (product_id, "position"),
  constraint product_documents_kind_check CHECK ((kind = ANY (ARRAY['passport'::text, 'certificate'::text, 'instruction'::text, 'safety'::text]))),
  constraint product_documents_size_bytes_check CHECK ((size_bytes > 0))
);

create table product_former_slugs (
  slug text not null,
  product_id integer not null,
  constraint product_former_slugs_pkey PRIMARY KEY (slug)
);

create table product_links (
  product_id integer not null,
  linked_product_id integer not null,
  kind text not null,
  "position" smallint default 0 not null,
  constraint product_links_pkey PRIMARY KEY (product_id, kind, linked_product_id) INCLUDE ("position"),
  constraint product_links_check CHECK ((product_id <> linked_product_id)),
  constraint product_links_kind_check CHECK ((kind = ANY (ARRAY['analogue'::text, 'for_job'::text])))
);

create table product_media (
  product_id integer not null,
  "position" smallint not null,
  kind text not null,
  title text not null,
  poster text not null,
  file text,
  frames text[] default '{}'::text[] not null,
  constraint product_media_pkey PRIMARY KEY (product_id, "position"),
  constraint product_media_file_check CHECK ((file ~ '^media/[A-Za-z0-9][A-Za-z0-9_.-]{0,120}\.(mp4|webm)$'::text)),
  constraint product_media_fits_its_kind CHECK (
CASE kind
    WHEN 'video'::text THEN ((file IS NOT NULL) AND (cardinality(frames) = 0))
    ELSE ((file IS NULL) AND ((cardinality(frames) >= 8) AND (cardinality(frames) <= 72)))
END),
  constraint product_media_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'spin'::text]))),
  constraint product_media_position_check CHECK ((("position" >= 0) AND ("position" <= 19))),
  constraint product_media_poster_check CHECK ((poster <> ''::text)),
  constraint product_media_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)))
);

create table product_quality (
  product_id integer not null,
  score smallint not null,
  missing text[] not null,
  constraint product_quality_pkey PRIMARY KEY (product_id),
  constraint product_quality_score_check CHECK (((score >= 0) AND (score <= 100)))
);

create table product_quality_state (
  is_only boolean default true not null,
  snapshot pg_snapshot not null,
  full_at timestamp with time zone not null,
  constraint product_quality_state_pkey PRIMARY KEY (is_only),
  constraint product_quality_state_is_only_check CHECK (is_only)
);

create table product_questions (
  id bigint generated always as identity not null,
  product_id integer not null,
  user_id uuid,
  email text,
  author_name text not null,
  text text not null,
  state text default 'new'::text not null,
  reason text default ''::text not null,
  is_demo boolean default false not null,
  answer text,
  answered_at timestamp with time zone,
  department_id_1c text not null,
  origin text,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  decided_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint product_questions_pkey PRIMARY KEY (id),
  constraint product_questions_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint product_questions_author_name_check CHECK (((length(author_name) >= 2) AND (length(author_name) <= 60))),
  constraint product_questions_check CHECK ((is_demo = ((user_id IS NULL) AND (email IS NULL)))),
  constraint product_questions_check1 CHECK (((state = ANY (ARRAY['unconfirmed'::text, 'new'::text])) = (decided_at IS NULL))),
  constraint product_questions_check2 CHECK (((state = 'refused'::text) = (reason <> ''::text))),
  constraint product_questions_check3 CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint product_questions_check4 CHECK (((answer IS NULL) OR (state = 'approved'::text))),
  constraint product_questions_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint product_questions_origin_check CHECK ((origin ~ '^https?://[^/]+$'::text)),
  constraint product_questions_reason_check CHECK ((length(reason) <= 500)),
  constraint product_questions_state_check CHECK ((state = ANY (ARRAY['unconfirmed'::text, 'new'::text, 'approved'::text, 'refused'::text]))),
  constraint product_questions_text_check CHECK (((length(text) >= 5) AND (length(text) <= 1000)))
);

create table products (
  id integer generated always as identity not null,
  idcode text collate "C" not null,
  id_1c text collate "C",
  catalog_id_1c text collate "C",
  model_id integer not null,
  variant_label text,
  variant_position integer default 0 not null,
  slug text collate "C" not null,
  name text collate russian not null,
  article text,
  barcode text collate "C",
  brand_id integer,
  description text default ''::text not null,
  images text[] default '{}'::text[] not null,
  unit text not null,
  base_unit text not null,
  factor_base integer default 1 not null,
  factor_sales integer default 1 not null,
  step integer default 1 not null,
  min_count integer default 1 not null,
  max_count integer default 99999 not null,
  package_count integer,
  pallet_count integer,
  weight_grams integer,
  vat_rate smallint default 22 not null,
  specs jsonb default '{}'::jsonb not null,
  facets integer[] default '{}'::integer[] not null,
  highlights text[] default '{}'::text[] not null,
  lead_days_min smallint,
  lead_days_max smallint,
  popularity integer default 0 not null,
  successor_id integer,
  switched_off_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  changed_xid xid8 default pg_current_xact_id() not null,
  search_text text default ''::text not null,
  article_key text generated always as (regexp_replace(translate(lower(article), 'ё'::text, 'е'::text), '[^0-9a-zа-я]'::text, ''::text, 'g'::text)) stored,
  description_html text,
  rating_count integer default 0 not null,
  rating_sum integer default 0 not null,
  demo_rating_count integer default 0 not null,
  demo_rating_sum integer default 0 not null,
  image_alts jsonb default '{}'::jsonb not null,
  orders_in_year integer default 0 not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_id_1c_key UNIQUE (id_1c),
  constraint products_idcode_key UNIQUE (idcode),
  constraint products_slug_key UNIQUE (slug),
  constraint products_check CHECK ((lead_days_max >= lead_days_min)),
  constraint products_check1 CHECK ((((min_count % step) = 0) AND (max_count >= min_count))),
  constraint products_check2 CHECK (((rating_count >= 0) AND ((rating_sum >= rating_count) AND (rating_sum <= (5 * rating_count))))),
  constraint products_check3 CHECK (((demo_rating_count >= 0) AND ((demo_rating_sum >= demo_rating_count) AND (demo_rating_sum <= (5 * demo_rating_count))))),
  constraint products_factor_base_check CHECK ((factor_base > 0)),
  constraint products_factor_sales_check CHECK ((factor_sales > 0)),
  constraint products_idcode_check CHECK ((idcode ~ '^[0-9A-Za-zА-Яа-яЁё._-]{1,40}$'::text)),
  constraint products_image_alts_check CHECK ((jsonb_typeof(image_alts) = 'object'::text)),
  constraint products_max_count_check CHECK (((max_count >= 1) AND (max_count <= 99999))),
  constraint products_min_count_check CHECK ((min_count > 0)),
  constraint products_name_check CHECK ((name <> ''::text)),
  constraint products_orders_in_year_check CHECK ((orders_in_year >= 0)),
  constraint products_package_count_check CHECK ((package_count > 0)),
  constraint products_pallet_count_check CHECK ((pallet_count > 0)),
  constraint products_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint products_specs_check CHECK ((jsonb_typeof(specs) = 'object'::text)),
  constraint products_step_check CHECK ((step > 0)),
  constraint products_vat_rate_check CHECK ((vat_rate = ANY (ARRAY[0, 5, 7, 10, 20, 22]))),
  constraint products_weight_grams_check CHECK ((weight_grams >= 0))
);

create table qr_codes (
  kind text not null,
  code text not null,
  product_id integer,
  department_id_1c text,
  target text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  ends_at timestamp with time zone,
  note text default ''::text not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint qr_codes_pkey PRIMARY KEY (kind, code),
  constraint qr_codes_check CHECK (((kind = 'p'::text) = (product_id IS NOT NULL))),
  constraint qr_codes_check1 CHECK (((kind = 'c'::text) = (target IS NOT NULL))),
  constraint qr_codes_check2 CHECK (((kind = 'c'::text) = (utm_source IS NOT NULL))),
  constraint qr_codes_code_check CHECK ((code ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text)),
  constraint qr_codes_kind_check CHECK ((kind = ANY (ARRAY['p'::text, 'c'::text]))),
  constraint qr_codes_target_check CHECK (((target ~ '^/([^/\\\s][^\\\s]*)?$'::text) AND (length(target) <= 500)))
);

create table ready_set_goods (
  set_slug text not null,
  "position" smallint not null,
  idcode text not null,
  count integer not null,
  constraint ready_set_goods_pkey PRIMARY KEY (set_slug, "position"),
  constraint ready_set_goods_set_slug_idcode_key UNIQUE (set_slug, idcode),
  constraint ready_set_goods_count_check CHECK (((count >= 1) AND (count <= 999))),
  constraint ready_set_goods_idcode_check CHECK ((idcode ~ '^[[:alnum:]_.-]{1,50}$'::text))
);

create table ready_sets (
  slug text not null,
  name text not null,
  text text default ''::text not null,
  "position" integer default 0 not null,
  changed_at timestamp with time zone default now() not null,
  is_on boolean default true not null,
  constraint ready_sets_pkey PRIMARY KEY (slug),
  constraint ready_sets_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint ready_sets_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint ready_sets_text_check CHECK ((length(text) <= 300))
);

create table receipts (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  refund_id uuid,
  kind text not null,
  items jsonb not null,
  sum bigint not null,
  state text default 'new'::text not null,
  provider_id text,
  idempotence_key uuid default gen_random_uuid() not null,
  request jsonb,
  fiscal jsonb,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_idempotence_key_key UNIQUE (idempotence_key),
  constraint receipts_provider_id_key UNIQUE (provider_id),
  constraint receipts_refund_id_key UNIQUE (refund_id),
  constraint receipts_check CHECK ((sum = receipt_sum(items))),
  constraint receipts_check1 CHECK (((kind = 'return'::text) = (refund_id IS NOT NULL))),
  constraint receipts_items_check CHECK (((jsonb_typeof(items) = 'array'::text) AND (jsonb_array_length(items) >= 1))),
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['prepayment'::text, 'full'::text, 'return'::text]))),
  constraint receipts_state_check CHECK ((state = ANY (ARRAY['new'::text, 'pending'::text, 'succeeded'::text, 'canceled'::text]))),
  constraint receipts_sum_check CHECK ((sum > 0))
);

create table redirects (
  id integer generated always as identity not null,
  from_path text not null,
  department_id_1c text,
  to_path text,
  product_id integer,
  category_id integer,
  status smallint default 301 not null,
  hits bigint default 0 not null,
  last_hit_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirects_check CHECK ((num_nonnulls(to_path, product_id, category_id) = 1)),
  constraint redirects_from_path_check CHECK (((from_path ~ '^/[^?#\\]*/$'::text) AND (from_path = lower(from_path)) AND (from_path !~ '^//'::text))),
  constraint redirects_status_check CHECK ((status = ANY (ARRAY[301, 302]))),
  constraint redirects_to_path_check CHECK ((to_path ~ '^/([^/\\]|$)'::text))
);

create table refresh_tokens (
  hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  replaced_by uuid,
  constraint refresh_tokens_pkey PRIMARY KEY (hash),
  constraint refresh_tokens_hash_check CHECK ((length(hash) = 32))
);

create table refunds (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  amount bigint not null,
  lines jsonb not null,
  reason text not null,
  note text default ''::text not null,
  state text default 'new'::text not null,
  provider_id text,
  idempotence_key uuid default gen_random_uuid() not null,
  request jsonb,
  cancellation_reason text,
  who text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  repeats uuid,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_idempotence_key_key UNIQUE (idempotence_key),
  constraint refunds_provider_id_key UNIQUE (provider_id),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_check CHECK (((state <> 'canceled'::text) OR (cancellation_reason IS NOT NULL))),
  constraint refunds_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'late'::text, 'duplicate'::text, 'returned'::text]))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['new'::text, 'pending'::text, 'succeeded'::text, 'canceled'::text])))
);

create table release_items (
  release_id integer not null,
  kind text not null,
  record_id text not null,
  added_at timestamp with time zone default now() not null,
  published jsonb,
  undone_at timestamp with time zone,
  constraint release_items_pkey PRIMARY KEY (release_id, kind, record_id),
  constraint release_items_kind_check CHECK ((kind = ANY (ARRAY['layouts'::text, 'slides'::text, 'actions'::text, 'coupons'::text, 'landings'::text, 'wobblers'::text, 'plans'::text, 'menu'::text, 'articles'::text, 'pages'::text, 'credit'::text, 'synonyms'::text, 'search_redirects'::text, 'stop_words'::text, 'pins'::text, 'forms'::text, 'vacancies'::text, 'wheels'::text, 'products'::text, 'categories'::text, 'brands'::text, 'attributes'::text, 'branches'::text, 'settings'::text, 'email_texts'::text, 'seo_texts'::text]))),
  constraint release_items_record_id_check CHECK ((length(record_id) <= 80))
);

create table releases (
  id integer generated always as identity not null,
  name text not null,
  publish_at timestamp with time zone,
  state text default 'planned'::text not null,
  failure text,
  author_user_id uuid,
  author text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  published_at timestamp with time zone,
  published_by text,
  dated_by_user_id uuid,
  accepted_falls jsonb default '[]'::jsonb not null,
  constraint releases_pkey PRIMARY KEY (id),
  constraint releases_check CHECK (((state = ANY (ARRAY['published'::text, 'undone'::text])) = (published_at IS NOT NULL))),
  constraint releases_check1 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint releases_failure_check CHECK ((length(failure) <= 2000)),
  constraint releases_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint releases_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'published'::text, 'failed'::text, 'undone'::text])))
);

create table reservations (
  id bigint generated always as identity not null,
  order_line_id bigint not null,
  product_id integer not null,
  store text not null,
  count integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  why text,
  constraint reservations_pkey PRIMARY KEY (id),
  constraint reservations_check CHECK (((ended_at IS NULL) = (why IS NULL))),
  constraint reservations_count_check CHECK ((count > 0)),
  constraint reservations_why_check CHECK ((why = ANY (ARRAY['cancelled'::text, 'expired'::text, 'handed_over'::text, 'taken_over'::text])))
);

create table review_invitations (
  order_id uuid not null,
  invited_at timestamp with time zone not null,
  constraint review_invitations_pkey PRIMARY KEY (order_id)
);

create table review_photos (
  id uuid not null,
  review_id bigint not null,
  "position" smallint not null,
  width integer not null,
  height integer not null,
  size integer not null,
  shown_at timestamp with time zone,
  constraint review_photos_pkey PRIMARY KEY (id),
  constraint review_photos_review_id_position_key UNIQUE (review_id, "position"),
  constraint review_photos_height_check CHECK ((height > 0)),
  constraint review_photos_position_check CHECK ((("position" >= 0) AND ("position" <= 9))),
  constraint review_photos_size_check CHECK ((size > 0)),
  constraint review_photos_width_check CHECK ((width > 0))
);

create table review_silences (
  email text not null,
  created_at timestamp with time zone default now() not null,
  constraint review_silences_pkey PRIMARY KEY (email),
  constraint review_silences_email_check CHECK (((email = lower(email)) AND (length(email) <= 254)))
);

create table review_votes (
  review_id bigint not null,
  voter uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint review_votes_pkey PRIMARY KEY (review_id, voter)
);

create table reviews (
  id bigint generated always as identity not null,
  product_id integer not null,
  user_id uuid,
  email text,
  order_line_id bigint,
  author_name text not null,
  rating smallint not null,
  text text not null,
  pros text default ''::text not null,
  cons text default ''::text not null,
  state text default 'new'::text not null,
  reason text default ''::text not null,
  is_demo boolean default false not null,
  reply text,
  replied_at timestamp with time zone,
  helpful_count integer default 0 not null,
  department_id_1c text not null,
  origin text,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_author_name_check CHECK (((length(author_name) >= 2) AND (length(author_name) <= 60))),
  constraint reviews_check CHECK ((is_demo = ((user_id IS NULL) AND (email IS NULL)))),
  constraint reviews_check1 CHECK ((is_demo = (order_line_id IS NULL))),
  constraint reviews_check2 CHECK (((state = 'new'::text) = (decided_at IS NULL))),
  constraint reviews_check3 CHECK (((state = 'refused'::text) = (reason <> ''::text))),
  constraint reviews_check4 CHECK (((reply IS NULL) = (replied_at IS NULL))),
  constraint reviews_cons_check CHECK ((length(cons) <= 500)),
  constraint reviews_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint reviews_helpful_count_check CHECK ((helpful_count >= 0)),
  constraint reviews_origin_check CHECK ((origin ~ '^https?://[^/]+$'::text)),
  constraint reviews_pros_check CHECK ((length(pros) <= 500)),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_reason_check CHECK ((length(reason) <= 500)),
  constraint reviews_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 2000))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['new'::text, 'approved'::text, 'refused'::text]))),
  constraint reviews_text_check CHECK ((length(text) <= 3000))
);

create table saved_addresses (
  id bigint generated always as identity not null,
  user_id uuid not null,
  place text not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_addresses_pkey PRIMARY KEY (id),
  constraint saved_addresses_user_id_place_address_key UNIQUE (user_id, place, address),
  constraint saved_addresses_address_check CHECK (((length(address) >= 3) AND (length(address) <= 300))),
  constraint saved_addresses_place_check CHECK (((length(place) >= 2) AND (length(place) <= 120)))
);

create table saved_list_lines (
  list_id uuid not null,
  "position" smallint not null,
  product_id integer not null,
  count integer not null,
  constraint saved_list_lines_pkey PRIMARY KEY (list_id, product_id),
  constraint saved_list_lines_list_id_position_key UNIQUE (list_id, "position"),
  constraint saved_list_lines_count_check CHECK (((count >= 1) AND (count <= 99999))),
  constraint saved_list_lines_position_check CHECK ((("position" >= 1) AND ("position" <= 200)))
);

create table saved_lists (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  calculator_product_id integer,
  calculator_numbers jsonb,
  constraint saved_lists_pkey PRIMARY KEY (id),
  constraint saved_lists_calculator_check CHECK (((calculator_product_id IS NULL) OR (calculator_numbers IS NOT NULL))),
  constraint saved_lists_calculator_numbers_check CHECK (((jsonb_typeof(calculator_numbers) = 'object'::text) AND (length((calculator_numbers)::text) <= 300))),
  constraint saved_lists_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60) AND (name = btrim(name))))
);

create table saved_recipients (
  id bigint generated always as identity not null,
  user_id uuid not null,
  name text not null,
  phone text not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_recipients_pkey PRIMARY KEY (id),
  constraint saved_recipients_user_id_name_phone_key UNIQUE (user_id, name, phone),
  constraint saved_recipients_name_check CHECK (((length(name) >= 2) AND (length(name) <= 120))),
  constraint saved_recipients_phone_check CHECK ((phone ~ '^\+[0-9]{10,15}$'::text))
);

create table search_decisions (
  id integer generated always as identity not null,
  words text not null,
  department_id_1c text,
  decision text not null,
  times integer not null,
  rule_kind text,
  rule_id integer,
  who text not null,
  decided_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  constraint search_decisions_pkey PRIMARY KEY (id),
  constraint search_decisions_words_department_id_1c_key UNIQUE NULLS NOT DISTINCT (words, department_id_1c),
  constraint search_decisions_check CHECK (((decision = 'ruled'::text) = ((rule_kind IS NOT NULL) AND (rule_id IS NOT NULL)))),
  constraint search_decisions_decision_check CHECK ((decision = ANY (ARRAY['hidden'::text, 'not_sold'::text, 'ruled'::text]))),
  constraint search_decisions_rule_kind_check CHECK ((rule_kind = ANY (ARRAY['synonym'::text, 'redirect'::text, 'stop'::text, 'pin'::text]))),
  constraint search_decisions_times_check CHECK ((times >= 0)),
  constraint search_decisions_who_check CHECK ((length(who) <= 200)),
  constraint search_decisions_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 100))))
);

create table search_finds (
  day date not null,
  department_id_1c text not null,
  words text not null,
  times integer not null,
  constraint search_finds_pkey PRIMARY KEY (day, department_id_1c, words),
  constraint search_finds_times_check CHECK ((times > 0)),
  constraint search_finds_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 100))))
);

create table search_misses (
  day date not null,
  department_id_1c text not null,
  words text not null,
  kind text not null,
  times integer not null,
  constraint search_misses_pkey PRIMARY KEY (day, department_id_1c, words, kind),
  constraint search_misses_kind_check CHECK ((kind = ANY (ARRAY['nothing'::text, 'doubtful'::text]))),
  constraint search_misses_times_check CHECK ((times > 0)),
  constraint search_misses_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 100))))
);

create table search_pins (
  id integer generated always as identity not null,
  department_id_1c text,
  words text not null,
  product_id integer not null,
  "position" smallint not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint search_pins_pkey PRIMARY KEY (id),
  constraint search_pins_words_department_id_1c_product_id_key UNIQUE NULLS NOT DISTINCT (words, department_id_1c, product_id),
  constraint search_pins_check CHECK ((starts_at < ends_at)),
  constraint search_pins_position_check CHECK ((("position" >= 1) AND ("position" <= 8))),
  constraint search_pins_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 80))))
);

create table search_redirects (
  id integer generated always as identity not null,
  department_id_1c text,
  words text not null,
  url text not null,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint search_redirects_pkey PRIMARY KEY (id),
  constraint search_redirects_department_id_1c_words_key UNIQUE NULLS NOT DISTINCT (department_id_1c, words),
  constraint search_redirects_url_check CHECK ((url ~ '^/([a-z0-9_-]+/)*(\?[a-z0-9_=&-]+)?$'::text)),
  constraint search_redirects_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 80))))
);

create table search_stop_words (
  id integer generated always as identity not null,
  department_id_1c text,
  word text not null,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint search_stop_words_pkey PRIMARY KEY (id),
  constraint search_stop_words_department_id_1c_word_key UNIQUE NULLS NOT DISTINCT (department_id_1c, word),
  constraint search_stop_words_word_check CHECK ((word ~ '^[0-9a-zа-яё-]{1,40}$'::text))
);

create table search_synonyms (
  id integer generated always as identity not null,
  department_id_1c text,
  words text not null,
  means text not null,
  is_both boolean default false not null,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint search_synonyms_pkey PRIMARY KEY (id),
  constraint search_synonyms_department_id_1c_words_means_key UNIQUE NULLS NOT DISTINCT (department_id_1c, words, means),
  constraint search_synonyms_check CHECK ((lower(words) <> lower(means))),
  constraint search_synonyms_means_check CHECK (((means = btrim(means)) AND ((length(means) >= 2) AND (length(means) <= 80)))),
  constraint search_synonyms_words_check CHECK (((words = btrim(words)) AND ((length(words) >= 2) AND (length(words) <= 80))))
);

create table seller_requisites (
  kpp text,
  address text not null,
  bank_name text not null,
  bik text not null,
  account text not null,
  correspondent_account text not null,
  director_post text default 'Генеральный директор'::text not null,
  director_name text default ''::text not null,
  accountant_name text default ''::text not null,
  phone text default ''::text not null,
  changed_at timestamp with time zone default now() not null,
  is_vat_payer boolean,
  id integer generated always as identity not null,
  department_id_1c text,
  paper_index text,
  constraint seller_requisites_pkey PRIMARY KEY (id),
  constraint seller_requisites_department_id_1c_key UNIQUE NULLS NOT DISTINCT (department_id_1c),
  constraint seller_requisites_account_check CHECK ((account ~ '^[0-9]{20}$'::text)),
  constraint seller_requisites_address_check CHECK ((address <> ''::text)),
  constraint seller_requisites_bank_name_check CHECK (((length(bank_name) >= 2) AND (length(bank_name) <= 45))),
  constraint seller_requisites_bik_check CHECK ((bik ~ '^[0-9]{9}$'::text)),
  constraint seller_requisites_correspondent_account_check CHECK ((correspondent_account ~ '^[0-9]{20}$'::text)),
  constraint seller_requisites_kpp_check CHECK ((kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'::text)),
  constraint seller_requisites_paper_index_check CHECK (((paper_index IS NULL) OR ((paper_index ~ '^[0-9]{1,4}$'::text) AND (department_id_1c IS NOT NULL)))),
  constraint seller_requisites_vat_check CHECK (((department_id_1c IS NULL) = (is_vat_payer IS NOT NULL)))
);

create table seo_texts (
  id integer generated always as identity not null,
  kind text not null,
  key text default ''::text not null,
  department_id_1c text,
  title text default ''::text not null,
  keywords text default ''::text not null,
  description text default ''::text not null,
  text text default ''::text not null,
  unique_title text default ''::text not null,
  constraint seo_texts_pkey PRIMARY KEY (id),
  constraint seo_texts_kind_check CHECK ((kind = ANY (ARRAY['home'::text, 'catalog'::text, 'category'::text, 'short'::text, 'product'::text, 'brands'::text, 'brand'::text, 'actions'::text, 'action'::text, 'blog'::text, 'article'::text, 'vacancies'::text, 'vacancy'::text, 'landing'::text, 'contacts'::text, 'page'::text])))
);

create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  way text not null,
  city text default ''::text not null,
  device text default ''::text not null,
  address inet,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  second_factor_at timestamp with time zone,
  ended_at timestamp with time zone,
  why text,
  browser bytea,
  proved_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_browser_check CHECK ((length(browser) = 32)),
  constraint sessions_check CHECK (((ended_at IS NULL) = (why IS NULL))),
  constraint sessions_way_check CHECK ((way = ANY (ARRAY['code'::text, 'password'::text, 'yandex'::text, 'signup'::text]))),
  constraint sessions_why_check CHECK ((why = ANY (ARRAY['signed_out'::text, 'signed_out_everywhere'::text, 'password_changed'::text, 'token_reused'::text, 'account_deleted'::text, 'not_me'::text, 'too_many'::text])))
);

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_check CHECK (((key <> 'company'::text) OR (value ?& ARRAY['name'::text, 'inn'::text, 'ogrn'::text, 'email'::text, 'vk_url'::text]))),
  constraint settings_check1 CHECK (((key <> 'contact_centre'::text) OR (value ?& ARRAY['phones'::text, 'tooltip_hours'::text, 'header_hours'::text])))
);

create table shared_carts (
  token_hash bytea not null,
  lines jsonb not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint shared_carts_pkey PRIMARY KEY (token_hash),
  constraint shared_carts_expires_at_check CHECK ((expires_at > created_at)),
  constraint shared_carts_lines_check CHECK (((jsonb_typeof(lines) = 'array'::text) AND ((jsonb_array_length(lines) >= 1) AND (jsonb_array_length(lines) <= 150)))),
  constraint shared_carts_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table shorts (
  id integer generated always as identity not null,
  category_id integer not null,
  code text not null,
  name text not null,
  title text,
  description text,
  text text,
  filters jsonb not null,
  faq jsonb default '[]'::jsonb not null,
  "position" integer default 0 not null,
  constraint shorts_pkey PRIMARY KEY (id),
  constraint shorts_category_id_code_key UNIQUE (category_id, code),
  constraint shorts_code_check CHECK ((code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint shorts_faq_check CHECK ((jsonb_typeof(faq) = 'array'::text)),
  constraint shorts_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text))
);

create table staff (
  user_id uuid not null,
  roles text[] not null,
  totp_secret bytea not null,
  totp_step bigint default 0 not null,
  departments text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  dismissed_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (user_id),
  constraint staff_roles_check CHECK (((roles <@ ARRAY['owner'::text, 'content'::text, 'orders'::text, 'support'::text, 'pickup'::text, 'marketing'::text, 'accounting'::text, 'login_by_user'::text]) AND (cardinality(roles) > 0)))
);

create table staff_columns (
  staff_user_id uuid not null,
  list text not null,
  hidden text[] not null,
  constraint staff_columns_pkey PRIMARY KEY (staff_user_id, list),
  constraint staff_columns_hidden_check CHECK (((cardinality(hidden) >= 1) AND (cardinality(hidden) <= 40))),
  constraint staff_columns_list_check CHECK ((list ~ '^[a-z-]{1,40}$'::text))
);

create unlogged table staff_presence (
  tab uuid not null,
  staff_user_id uuid not null,
  path text not null,
  seen_at timestamp with time zone not null,
  is_writing boolean default false not null,
  constraint staff_presence_pkey PRIMARY KEY (tab),
  constraint staff_presence_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 500)))
);

create table staff_views (
  id integer generated always as identity not null,
  staff_user_id uuid not null,
  path text not null,
  search text not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  hidden text[],
  roles text[],
  constraint staff_views_pkey PRIMARY KEY (id),
  constraint staff_views_staff_user_id_path_name_key UNIQUE (staff_user_id, path, name),
  constraint staff_views_hidden_check CHECK ((cardinality(hidden) <= 40)),
  constraint staff_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint staff_views_path_check CHECK ((path ~ '^(/[A-Za-z0-9._~%-]{1,80}){1,6}$'::text)),
  constraint staff_views_roles_check CHECK (((cardinality(roles) >= 1) AND (cardinality(roles) <= 20))),
  constraint staff_views_search_check CHECK (((length(search) >= 1) AND (length(search) <= 1000)))
);

create table stock (
  store text not null,
  product_id integer not null,
  on_hand_base numeric(18,6) not null,
  on_hand integer not null,
  reserved integer default 0 not null,
  shelf text,
  updated_at timestamp with time zone default now() not null,
  changed_xid xid8 default pg_current_xact_id() not null,
  constraint stock_pkey PRIMARY KEY (store, product_id),
  constraint stock_reserved_check CHECK ((reserved >= 0))
) partition by LIST (store);

create table stock_checks (
  day date not null,
  department_id_1c text not null,
  hours bit(24) not null,
  constraint stock_checks_pkey PRIMARY KEY (day, department_id_1c)
);

create table stock_outs (
  day date not null,
  department_id_1c text not null,
  product_id integer not null,
  hours bit(24) not null,
  constraint stock_outs_pkey PRIMARY KEY (day, department_id_1c, product_id)
);

create table stores (
  store text not null,
  name text not null,
  constraint stores_pkey PRIMARY KEY (store),
  constraint stores_store_check CHECK ((store ~ '^store[0-9]+$'::text))
);

create table subscription_emails (
  id bigint generated always as identity not null,
  email text not null,
  department_id_1c text not null,
  kind text not null,
  content_hash text,
  sent_at timestamp with time zone not null,
  constraint subscription_emails_pkey PRIMARY KEY (id),
  constraint subscription_emails_email_check CHECK ((email = lower(email))),
  constraint subscription_emails_kind_check CHECK ((kind = ANY (ARRAY['alerts'::text, 'news'::text])))
);

create table subscriptions (
  id bigint generated always as identity not null,
  email text not null,
  topic text not null,
  channel text default 'email'::text not null,
  product_id integer,
  department_id_1c text not null,
  frequency text default 'weekly'::text not null,
  user_id uuid,
  form text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  origin text,
  known_price integer,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_channel_check CHECK ((channel = 'email'::text)),
  constraint subscriptions_check CHECK (((topic = 'actions'::text) <= (product_id IS NULL))),
  constraint subscriptions_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint subscriptions_frequency_check CHECK ((frequency = ANY (ARRAY['at_once'::text, 'daily'::text, 'weekly'::text]))),
  constraint subscriptions_known_price_check CHECK ((known_price >= 0)),
  constraint subscriptions_topic_check CHECK ((topic = ANY (ARRAY['actions'::text, 'price_drops'::text, 'back_in_stock'::text])))
);

create table text_checks (
  is_only boolean default true not null,
  checked_at timestamp with time zone not null,
  records integer not null,
  left_out integer not null,
  constraint text_checks_pkey PRIMARY KEY (is_only),
  constraint text_checks_is_only_check CHECK (is_only),
  constraint text_checks_left_out_check CHECK ((left_out >= 0)),
  constraint text_checks_records_check CHECK ((records >= 0))
);

create table text_findings (
  id integer generated always as identity not null,
  kind text not null,
  record_id text not null,
  name text not null,
  department_id_1c text,
  problems jsonb not null,
  constraint text_findings_pkey PRIMARY KEY (id),
  constraint text_findings_kind_check CHECK ((kind = ANY (ARRAY['seo'::text, 'branch'::text, 'page'::text, 'article'::text, 'landing'::text, 'vacancy'::text, 'action'::text, 'slide'::text, 'wobbler'::text, 'wheel'::text, 'credit'::text, 'ready_set'::text, 'menu'::text, 'form'::text, 'brand'::text, 'category'::text, 'short'::text, 'product'::text, 'email'::text]))),
  constraint text_findings_problems_check CHECK (((jsonb_typeof(problems) = 'array'::text) AND (jsonb_array_length(problems) > 0))),
  constraint text_findings_record_id_check CHECK ((record_id <> ''::text))
);

create table ticket_files (
  id uuid default gen_random_uuid() not null,
  message_id bigint not null,
  name text not null,
  type text not null,
  size integer not null,
  constraint ticket_files_pkey PRIMARY KEY (id),
  constraint ticket_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint ticket_files_size_check CHECK (((size >= 1) AND (size <= 5242880)))
);

create table ticket_messages (
  id bigint generated always as identity not null,
  ticket_id uuid not null,
  author text not null,
  author_name text default ''::text not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_author_check CHECK ((author = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint ticket_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);

create table tickets (
  id uuid default gen_random_uuid() not null,
  number bigint default nextval('ticket_numbers'::regclass) not null,
  user_id uuid,
  department_id_1c text not null,
  theme text not null,
  order_id uuid,
  name text not null,
  email text not null,
  phone text,
  state text default 'open'::text not null,
  answer_due_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  origin text,
  request_key uuid,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_number_key UNIQUE (number),
  constraint tickets_request_key_key UNIQUE (request_key),
  constraint tickets_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint tickets_name_check CHECK ((length(name) <= 120)),
  constraint tickets_phone_check CHECK ((phone ~ '^\+[0-9]{10,15}$'::text)),
  constraint tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))),
  constraint tickets_theme_check CHECK ((theme = ANY (ARRAY['order'::text, 'payment'::text, 'delivery'::text, 'return'::text, 'product'::text, 'documents'::text, 'site'::text, 'personal_data'::text, 'other'::text])))
);

create table timetable_runs (
  task text not null,
  match text not null,
  is_taken boolean not null,
  period_seconds integer not null,
  next_at timestamp with time zone not null,
  due_since timestamp with time zone not null,
  started_at timestamp with time zone,
  ran_at timestamp with time zone,
  took_ms integer,
  error text,
  constraint timetable_runs_pkey PRIMARY KEY (task),
  constraint timetable_runs_check CHECK ((ran_at <= started_at)),
  constraint timetable_runs_check1 CHECK (((ran_at IS NULL) = (took_ms IS NULL))),
  constraint timetable_runs_check2 CHECK (((error IS NULL) OR (ran_at IS NOT NULL))),
  constraint timetable_runs_error_check CHECK (((length(error) >= 1) AND (length(error) <= 1000))),
  constraint timetable_runs_match_check CHECK ((match <> ''::text)),
  constraint timetable_runs_period_seconds_check CHECK ((period_seconds > 0)),
  constraint timetable_runs_task_check CHECK ((task <> ''::text)),
  constraint timetable_runs_took_ms_check CHECK ((took_ms >= 0))
);

create table units (
  name text collate "C" not null,
  short text not null,
  parts integer default 1 not null,
  one text,
  two text,
  five text,
  accusative text,
  genitive text,
  genitive_many text,
  is_counted_short boolean default false not null,
  larger text collate "C",
  larger_count integer,
  larger_from integer,
  constraint units_pkey PRIMARY KEY (name),
  constraint units_accusative_check CHECK (((length(accusative) >= 1) AND (length(accusative) <= 50))),
  constraint units_counted_check CHECK ((is_counted_short OR (one IS NOT NULL))),
  constraint units_five_check CHECK (((length(five) >= 1) AND (length(five) <= 50))),
  constraint units_forms_check CHECK ((num_nulls(one, two, five, accusative, genitive, genitive_many) = ANY (ARRAY[0, 6]))),
  constraint units_genitive_check CHECK (((length(genitive) >= 1) AND (length(genitive) <= 50))),
  constraint units_genitive_many_check CHECK (((length(genitive_many) >= 1) AND (length(genitive_many) <= 50))),
  constraint units_larger_check CHECK (((num_nulls(larger, larger_count, larger_from) = ANY (ARRAY[0, 3])) AND (larger <> name))),
  constraint units_larger_count_check CHECK ((larger_count > 1)),
  constraint units_name_check CHECK (((name <> ''::text) AND (length(name) <= 50))),
  constraint units_one_check CHECK (((length(one) >= 1) AND (length(one) <= 50))),
  constraint units_parts_check CHECK (((parts > 0) AND ((1000 % parts) = 0))),
  constraint units_short_check CHECK (((short <> ''::text) AND (length(short) <= 20))),
  constraint units_two_check CHECK (((length(two) >= 1) AND (length(two) <= 50)))
);

create table unwanted_shorts (
  category_id integer not null,
  page text not null,
  words text[] not null,
  labels text[] not null,
  who text not null,
  decided_at timestamp with time zone default now() not null,
  constraint unwanted_shorts_pkey PRIMARY KEY (category_id, page),
  constraint unwanted_shorts_labels_check CHECK (((cardinality(labels) >= 1) AND (cardinality(labels) <= 50))),
  constraint unwanted_shorts_page_check CHECK (((length(page) >= 3) AND (length(page) <= 2000))),
  constraint unwanted_shorts_who_check CHECK ((length(who) <= 200)),
  constraint unwanted_shorts_words_check CHECK (((cardinality(words) >= 1) AND (cardinality(words) <= 200)))
);

create table uploads (
  file text not null,
  kind text not null,
  name text not null,
  width integer,
  height integer,
  size_bytes integer not null,
  staff_user_id uuid,
  created_at timestamp with time zone default now() not null,
  linked_at timestamp with time zone,
  constraint uploads_pkey PRIMARY KEY (file),
  constraint uploads_file_check CHECK ((file ~ '^(uploads|documents)/[0-9a-f]{2}/[0-9a-f]{32}\.(webp|pdf)$'::text)),
  constraint uploads_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'pdf'::text]))),
  constraint uploads_name_check CHECK ((length(name) <= 200)),
  constraint uploads_size_bytes_check CHECK ((size_bytes > 0))
);

create table users (
  id uuid default gen_random_uuid() not null,
  full_name text default ''::text not null,
  password_hash text,
  password_changed_at timestamp with time zone,
  company_id bigint,
  created_at timestamp with time zone default now() not null,
  deletion_requested_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deletion_due_at timestamp with time zone,
  merged_into uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK ((((deletion_due_at IS NULL) = (deletion_requested_at IS NULL)) OR (deleted_at IS NOT NULL))),
  constraint users_check1 CHECK (((deleted_at IS NULL) OR ((full_name = ''::text) AND (password_hash IS NULL) AND (company_id IS NULL)))),
  constraint users_full_name_check CHECK ((length(full_name) <= 120)),
  constraint users_merged_is_deleted CHECK (((merged_into IS NULL) OR ((deleted_at IS NOT NULL) AND (merged_into <> id)))),
  constraint users_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text))
);

create table usual_attributes (
  category_id integer not null,
  codes text[] not null,
  constraint usual_attributes_pkey PRIMARY KEY (category_id)
);

create table vacancies (
  id integer generated always as identity not null,
  department_id_1c text not null,
  title text not null,
  field text not null,
  schedule text not null,
  salary_from_kopecks integer,
  salary_to_kopecks integer,
  is_salary_after_tax boolean default true not null,
  duties text not null,
  requirements text default ''::text not null,
  terms text not null,
  published_at timestamp with time zone not null,
  valid_until timestamp with time zone,
  closed_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  is_draft boolean default false not null,
  constraint vacancies_pkey PRIMARY KEY (id),
  constraint vacancies_check CHECK ((num_nonnulls(salary_from_kopecks, salary_to_kopecks) > 0)),
  constraint vacancies_check1 CHECK ((salary_from_kopecks <= salary_to_kopecks)),
  constraint vacancies_check2 CHECK ((valid_until > published_at)),
  constraint vacancies_duties_check CHECK ((duties <> ''::text)),
  constraint vacancies_field_check CHECK ((field = ANY (ARRAY['sales'::text, 'warehouse'::text, 'delivery'::text, 'purchasing'::text, 'service'::text, 'office'::text]))),
  constraint vacancies_salary_from_kopecks_check CHECK ((salary_from_kopecks > 0)),
  constraint vacancies_salary_to_kopecks_check CHECK ((salary_to_kopecks > 0)),
  constraint vacancies_schedule_check CHECK ((schedule = ANY (ARRAY['five_two'::text, 'two_two'::text, 'shifts'::text, 'flexible'::text, 'part_time'::text]))),
  constraint vacancies_terms_check CHECK ((terms <> ''::text)),
  constraint vacancies_title_check CHECK (((length(title) >= 3) AND (length(title) <= 160)))
);

create table visit_days (
  day date not null,
  department_id_1c text not null,
  visits integer not null,
  product_views integer not null,
  constraint visit_days_pkey PRIMARY KEY (day, department_id_1c),
  constraint visit_days_product_views_check CHECK ((product_views >= 0)),
  constraint visit_days_visits_check CHECK ((visits >= 0))
);

create table waiting_order_emails (
  order_id uuid not null,
  event text not null,
  waits_since timestamp with time zone not null,
  written_at timestamp with time zone,
  reader text not null,
  constraint waiting_order_emails_pkey PRIMARY KEY (order_id, reader, event),
  constraint waiting_order_emails_event_check CHECK ((event = ANY (ARRAY['placed'::text, 'cancelled'::text, 'receiving'::text]))),
  constraint waiting_order_emails_reader_check CHECK ((reader = ANY (ARRAY['buyer'::text, 'branch'::text])))
);

create table wanted_days (
  day date not null,
  department_id_1c text not null,
  product_id integer not null,
  views_out integer default 0 not null,
  left_times integer default 0 not null,
  left_units bigint default 0 not null,
  constraint wanted_days_pkey PRIMARY KEY (day, department_id_1c, product_id),
  constraint wanted_days_left_times_check CHECK ((left_times >= 0)),
  constraint wanted_days_left_units_check CHECK ((left_units >= 0)),
  constraint wanted_days_views_out_check CHECK ((views_out >= 0))
);

create table webhook_deliveries (
  webhook_id integer not null,
  event_id uuid not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  asked_at timestamp with time zone default now() not null,
  next_try_at timestamp with time zone default now() not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, event_id),
  constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'given_up'::text])))
);

create table webhook_events (
  id uuid default gen_random_uuid() not null,
  at timestamp with time zone not null,
  event text not null,
  order_id uuid,
  state text,
  payment_state text,
  data jsonb,
  constraint webhook_events_pkey PRIMARY KEY (id)
);

create table webhook_tries (
  id bigint generated always as identity not null,
  webhook_id integer not null,
  event_id uuid not null,
  at timestamp with time zone default now() not null,
  milliseconds integer not null,
  status integer,
  failure text,
  constraint webhook_tries_pkey PRIMARY KEY (id)
);

create table webhooks (
  id integer generated always as identity not null,
  url text not null,
  secret bytea,
  events text[] not null,
  department_id_1c text,
  is_on boolean default true not null,
  off_at timestamp with time zone,
  off_why text,
  created_at timestamp with time zone default now() not null,
  failing_since timestamp with time zone,
  failures integer default 0 not null,
  paused_until timestamp with time zone,
  goods_snapshot pg_snapshot default pg_current_snapshot() not null,
  former_secret bytea,
  former_until timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_check CHECK ((is_on = (off_at IS NULL))),
  constraint webhooks_check1 CHECK (((former_secret IS NULL) = (former_until IS NULL))),
  constraint webhooks_events_check CHECK (((cardinality(events) > 0) AND (events <@ ARRAY['order.placed'::text, 'order.confirmed'::text, 'order.paid'::text, 'order.moved'::text, 'prices.changed'::text, 'stock.changed'::text]))),
  constraint webhooks_url_check CHECK (((url ~ '^https?://'::text) AND (length(url) <= 500)))
);

create table wobblers (
  id integer generated always as identity not null,
  department_id_1c text,
  "position" text not null,
  background_image text,
  text text not null,
  button_text text,
  action_link text not null,
  filter_is_show_once boolean default false not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  advertising text,
  changed_at timestamp with time zone default now() not null,
  is_draft boolean default false not null,
  constraint wobblers_pkey PRIMARY KEY (id),
  constraint wobblers_action_link_check CHECK (((action_link ~ '^/([^/\\]|$)'::text) OR (action_link ~ '^https://[^/\\]'::text))),
  constraint wobblers_advertising_check CHECK ((advertising <> ''::text)),
  constraint wobblers_background_image_check CHECK ((background_image ~ '^([a-z0-9_-]+|https?://[a-z0-9.-]+(:[0-9]{1,5})?)(/[A-Za-z0-9._-]+)+$'::text)),
  constraint wobblers_check CHECK ((ends_at >= starts_at)),
  constraint wobblers_position_check CHECK (("position" = ANY (ARRAY['top'::text, 'bottom'::text, 'left'::text, 'right'::text])))
);

alter table acting_links add constraint acting_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table acting_links add constraint acting_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table acting_log add constraint acting_log_acting_id_fkey FOREIGN KEY (acting_id) REFERENCES acting_sessions(id) ON DELETE CASCADE;

alter table acting_sessions add constraint acting_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table acting_sessions add constraint acting_sessions_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff(user_id) ON DELETE CASCADE;
alter table acting_sessions add constraint acting_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table action_condition_attributes add constraint action_condition_attributes_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id);
alter table action_condition_attributes add constraint action_condition_attributes_condition_id_fkey FOREIGN KEY (condition_id) REFERENCES action_conditions(id) ON DELETE CASCADE;

alter table action_conditions add constraint action_conditions_action_id_fkey FOREIGN KEY (action_id) REFERENCES actions(id) ON DELETE CASCADE;
alter table action_conditions add constraint action_conditions_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table action_conditions add constraint action_conditions_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column) ON DELETE CASCADE;

alter table action_former_slugs add constraint action_former_slugs_action_id_fkey FOREIGN KEY (action_id) REFERENCES actions(id) ON DELETE CASCADE;

alter table action_products add constraint action_products_action_id_fkey FOREIGN KEY (action_id) REFERENCES actions(id) ON DELETE CASCADE;
alter table action_products add constraint action_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table actions add constraint actions_coupon_fkey FOREIGN KEY (coupon) REFERENCES coupons(code) ON DELETE SET NULL;
alter table actions add constraint actions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table admin_keys add constraint admin_keys_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table api_calls add constraint api_calls_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE;

alter table article_former_slugs add constraint article_former_slugs_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE;

alter table articles add constraint articles_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table articles add constraint articles_topic_fkey FOREIGN KEY (topic) REFERENCES blog_topics(slug) ON UPDATE CASCADE;

alter table attribute_former_values add constraint attribute_former_values_change_id_fkey FOREIGN KEY (change_id) REFERENCES attribute_type_changes(id) ON DELETE CASCADE;
alter table attribute_former_values add constraint attribute_former_values_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table attribute_type_changes add constraint attribute_type_changes_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE;

alter table attribute_values add constraint attribute_values_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE;

alter table audit_log add constraint audit_log_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table audit_log add constraint audit_log_undo_of_fkey FOREIGN KEY (undo_of) REFERENCES audit_log(id);

alter table banners add constraint banners_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table bonus_holds add constraint bonus_holds_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id) ON DELETE CASCADE;
alter table bonus_holds add constraint bonus_holds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table branch_transfers add constraint branch_transfers_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table branch_transfers add constraint branch_transfers_from_id_1c_fkey FOREIGN KEY (from_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table brand_dealerships add constraint brand_dealerships_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE CASCADE;

alter table brand_former_slugs add constraint brand_former_slugs_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE CASCADE;

alter table card_former_numbers add constraint card_former_numbers_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id) ON DELETE CASCADE;

alter table card_movements add constraint card_movements_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id) ON DELETE CASCADE;
alter table card_movements add constraint card_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;
alter table card_movements add constraint card_movements_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE SET NULL;

alter table cards add constraint cards_joined_to_fkey FOREIGN KEY (joined_to) REFERENCES cards(id) ON DELETE SET NULL;
alter table cards add constraint cards_kind_fkey FOREIGN KEY (kind) REFERENCES loyalty_programmes(kind);
alter table cards add constraint cards_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table carrying_rates add constraint carrying_rates_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table cart_lines add constraint cart_lines_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;
alter table cart_lines add constraint cart_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table cart_merges add constraint cart_merges_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;

alter table carts add constraint carts_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE;

alter table categories add constraint categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id);

alter table category_former_codes add constraint category_former_codes_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;

alter table codes add constraint codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE SET NULL;
alter table codes add constraint codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table companies add constraint companies_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);

alter table company_invitations add constraint company_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_invitations add constraint company_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;

alter table company_members add constraint company_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_members add constraint company_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table company_requests add constraint company_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE;
alter table company_requests add constraint company_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table consents add constraint consents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table consents add constraint consents_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id);
alter table consents add constraint consents_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES form_submissions(id) ON DELETE SET NULL;
alter table consents add constraint consents_under_id_fkey FOREIGN KEY (under_id) REFERENCES consents(id) ON DELETE CASCADE;
alter table consents add constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table contacts add constraint contacts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table coupon_batches add constraint coupon_batches_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table coupon_batches add constraint coupon_batches_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table coupons add constraint coupons_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES coupon_batches(id);
alter table coupons add constraint coupons_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table coupons add constraint coupons_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table coupons add constraint coupons_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table customer_flags add constraint customer_flags_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table customer_flags add constraint customer_flags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table customer_notes add constraint customer_notes_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table customer_notes add constraint customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table delegated_passes add constraint delegated_passes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table delivery_slots add constraint delivery_slots_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES delivery_zones(id) ON DELETE CASCADE;

alter table delivery_zone_rates add constraint delivery_zone_rates_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES delivery_zones(id) ON DELETE CASCADE;

alter table delivery_zones add constraint delivery_zones_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table demand_losses add constraint demand_losses_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table demand_losses add constraint demand_losses_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table department_details add constraint department_details_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table department_hour_exceptions add constraint department_hour_exceptions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table department_hours add constraint department_hours_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table department_outline_lines add constraint department_outline_lines_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES department_outlines(department_id_1c) ON DELETE CASCADE;

alter table department_outlines add constraint department_outlines_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table departments add constraint departments_b2b_price_fkey FOREIGN KEY (b2b_price) REFERENCES price_columns(price_column);
alter table departments add constraint departments_base_price_fkey FOREIGN KEY (base_price) REFERENCES price_columns(price_column);
alter table departments add constraint departments_branch_id_1c_domain_fkey FOREIGN KEY (branch_id_1c, domain) REFERENCES departments(id_1c, domain);
alter table departments add constraint departments_branch_id_1c_fkey FOREIGN KEY (branch_id_1c) REFERENCES departments(id_1c);
alter table departments add constraint departments_store_fkey FOREIGN KEY (store) REFERENCES stores(store);

alter table documents add constraint documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table drafts add constraint drafts_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table drafts add constraint drafts_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table dynamic_menus add constraint dynamic_menus_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table dynamic_menus add constraint dynamic_menus_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table email_texts add constraint email_texts_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table estimate_lines add constraint estimate_lines_estimate_id_fkey FOREIGN KEY (estimate_id) REFERENCES estimates(id) ON DELETE CASCADE;
alter table estimate_lines add constraint estimate_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL;

alter table estimates add constraint estimates_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table estimates add constraint estimates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table feed_looks add constraint feed_looks_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table field_owners add constraint field_owners_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;
alter table field_owners add constraint field_owners_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table file_import_prices add constraint file_import_prices_import_id_fkey FOREIGN KEY (import_id) REFERENCES file_imports(id) ON DELETE CASCADE;
alter table file_import_prices add constraint file_import_prices_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);
alter table file_import_prices add constraint file_import_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table file_import_rows add constraint file_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES file_imports(id) ON DELETE CASCADE;

alter table form_files add constraint form_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES form_submissions(id) ON DELETE CASCADE;

alter table form_submissions add constraint form_submissions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table form_submissions add constraint form_submissions_schema_id_fkey FOREIGN KEY (schema_id) REFERENCES form_schemas(id);
alter table form_submissions add constraint form_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table former_order_lines add constraint former_order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table former_order_lines add constraint former_order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table fortune_prizes add constraint fortune_prizes_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES fortune_campaigns(id) ON DELETE CASCADE;

alter table fortune_spins add constraint fortune_spins_campaign_id_drawn_prize_id_fkey FOREIGN KEY (campaign_id, drawn_prize_id) REFERENCES fortune_prizes(campaign_id, id);
alter table fortune_spins add constraint fortune_spins_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES fortune_campaigns(id);
alter table fortune_spins add constraint fortune_spins_campaign_id_given_prize_id_fkey FOREIGN KEY (campaign_id, given_prize_id) REFERENCES fortune_prizes(campaign_id, id);
alter table fortune_spins add constraint fortune_spins_coupon_fkey FOREIGN KEY (coupon) REFERENCES coupons(code);
alter table fortune_spins add constraint fortune_spins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table goods_import_rows add constraint goods_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES goods_imports(id) ON DELETE CASCADE;
alter table goods_import_rows add constraint goods_import_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table goods_imports add constraint goods_imports_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table handover_lines add constraint handover_lines_handover_id_fkey FOREIGN KEY (handover_id) REFERENCES handovers(id) ON DELETE CASCADE;
alter table handover_lines add constraint handover_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id) ON DELETE SET NULL;

alter table handovers add constraint handovers_delegated_pass_id_fkey FOREIGN KEY (delegated_pass_id) REFERENCES delegated_passes(id) ON DELETE SET NULL;
alter table handovers add constraint handovers_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table handovers add constraint handovers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table handovers add constraint handovers_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table home_layouts add constraint home_layouts_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table judged_goods add constraint judged_goods_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table judged_goods add constraint judged_goods_query_id_fkey FOREIGN KEY (query_id) REFERENCES judged_queries(id) ON DELETE CASCADE;

alter table landing_days add constraint landing_days_landing_id_fkey FOREIGN KEY (landing_id) REFERENCES landings(id) ON DELETE CASCADE;

alter table landing_pages add constraint landing_pages_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table landing_pages add constraint landing_pages_landing_id_fkey FOREIGN KEY (landing_id) REFERENCES landings(id) ON DELETE CASCADE;

alter table lead_tries add constraint lead_tries_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES leads(origin_id) ON DELETE CASCADE;

alter table leads add constraint leads_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table loss_measures add constraint loss_measures_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table loss_measures add constraint loss_measures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table loyalty_closed_categories add constraint loyalty_closed_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table loyalty_closed_categories add constraint loyalty_closed_categories_kind_fkey FOREIGN KEY (kind) REFERENCES loyalty_programmes(kind) ON DELETE CASCADE;

alter table loyalty_levels add constraint loyalty_levels_kind_fkey FOREIGN KEY (kind) REFERENCES loyalty_programmes(kind) ON DELETE CASCADE;

alter table mail_attachments add constraint mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE;

alter table menu_links add constraint menu_links_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table missing_paths add constraint missing_paths_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table one_time_links add constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table onec_catalogs add constraint onec_catalogs_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;

alter table onec_changes add constraint onec_changes_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_created add constraint onec_created_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_files add constraint onec_files_session_id_fkey FOREIGN KEY (session_id) REFERENCES onec_sessions(id) ON DELETE CASCADE;

alter table onec_goods_before add constraint onec_goods_before_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_group_rules add constraint onec_group_rules_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;

alter table onec_groups add constraint onec_groups_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table onec_groups add constraint onec_groups_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE SET NULL;

alter table onec_groups_before add constraint onec_groups_before_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_guards add constraint onec_guards_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;

alter table onec_kept_out add constraint onec_kept_out_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_listed add constraint onec_listed_session_id_fkey FOREIGN KEY (session_id) REFERENCES onec_sessions(id) ON DELETE CASCADE;

alter table onec_offers_before add constraint onec_offers_before_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_order_branches add constraint onec_order_branches_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table onec_order_branches add constraint onec_order_branches_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id);

alter table onec_order_documents add constraint onec_order_documents_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id);
alter table onec_order_documents add constraint onec_order_documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table onec_order_documents add constraint onec_order_documents_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE SET NULL;

alter table onec_order_files add constraint onec_order_files_session_id_fkey FOREIGN KEY (session_id) REFERENCES onec_sessions(id) ON DELETE CASCADE;

alter table onec_order_log add constraint onec_order_log_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id);
alter table onec_order_log add constraint onec_order_log_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table onec_order_queries add constraint onec_order_queries_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id);

alter table onec_orders add constraint onec_orders_handed_in_fkey FOREIGN KEY (handed_in) REFERENCES onec_order_queries(id) ON DELETE SET NULL;
alter table onec_orders add constraint onec_orders_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id);
alter table onec_orders add constraint onec_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table onec_owners_before add constraint onec_owners_before_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_packages add constraint onec_packages_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE SET NULL;
alter table onec_packages add constraint onec_packages_session_id_fkey FOREIGN KEY (session_id) REFERENCES onec_sessions(id) ON DELETE SET NULL;

alter table onec_price_changes add constraint onec_price_changes_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_price_types add constraint onec_price_types_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;
alter table onec_price_types add constraint onec_price_types_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);

alter table onec_properties add constraint onec_properties_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE;

alter table onec_property_rules add constraint onec_property_rules_into_id_1c_fkey FOREIGN KEY (into_id_1c) REFERENCES onec_properties(id_1c) ON UPDATE CASCADE ON DELETE CASCADE;
alter table onec_property_rules add constraint onec_property_rules_property_id_1c_fkey FOREIGN KEY (property_id_1c) REFERENCES onec_properties(id_1c) ON UPDATE CASCADE ON DELETE CASCADE;

alter table onec_property_values add constraint onec_property_values_property_id_1c_fkey FOREIGN KEY (property_id_1c) REFERENCES onec_properties(id_1c) ON UPDATE CASCADE ON DELETE CASCADE;

alter table onec_reserves add constraint onec_reserves_left_in_fkey FOREIGN KEY (left_in) REFERENCES onec_packages(id) ON DELETE SET NULL;
alter table onec_reserves add constraint onec_reserves_node_id_order_id_fkey FOREIGN KEY (node_id, order_id) REFERENCES onec_orders(node_id, order_id) ON DELETE CASCADE;
alter table onec_reserves add constraint onec_reserves_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table onec_sessions add constraint onec_sessions_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;

alter table onec_stock_changes add constraint onec_stock_changes_package_id_fkey FOREIGN KEY (package_id) REFERENCES onec_packages(id) ON DELETE CASCADE;

alter table onec_value_rules add constraint onec_value_rules_property_id_1c_fkey FOREIGN KEY (property_id_1c) REFERENCES onec_properties(id_1c) ON UPDATE CASCADE ON DELETE CASCADE;

alter table onec_warehouses add constraint onec_warehouses_node_id_fkey FOREIGN KEY (node_id) REFERENCES onec_nodes(id) ON DELETE CASCADE;
alter table onec_warehouses add constraint onec_warehouses_store_fkey FOREIGN KEY (store) REFERENCES stores(store);

alter table order_approvals add constraint order_approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table order_approvals add constraint order_approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL;
alter table order_approvals add constraint order_approvals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_arrivals add constraint order_arrivals_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table order_arrivals add constraint order_arrivals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_files add constraint order_files_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_keys add constraint order_keys_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

alter table order_lines add constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_lines add constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);
alter table order_lines add constraint order_lines_replaces_line_id_fkey FOREIGN KEY (replaces_line_id) REFERENCES former_order_lines(id) ON DELETE SET NULL;
alter table order_lines add constraint order_lines_store_fkey FOREIGN KEY (store) REFERENCES stores(store);

alter table order_moves add constraint order_moves_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table order_notes add constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_notes add constraint order_notes_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table order_proposals add constraint order_proposals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
alter table order_proposals add constraint order_proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id) ON DELETE SET NULL;

alter table order_returns add constraint order_returns_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id) ON DELETE CASCADE;

alter table orders add constraint orders_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL;
alter table orders add constraint orders_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE SET NULL;
alter table orders add constraint orders_coupon_fkey FOREIGN KEY (coupon) REFERENCES coupons(code);
alter table orders add constraint orders_delivery_zone_id_fkey FOREIGN KEY (delivery_zone_id) REFERENCES delivery_zones(id) ON DELETE SET NULL;
alter table orders add constraint orders_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table orders add constraint orders_pickup_department_id_1c_fkey FOREIGN KEY (pickup_department_id_1c) REFERENCES departments(id_1c);
alter table orders add constraint orders_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES users(id) ON DELETE SET NULL;
alter table orders add constraint orders_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);
alter table orders add constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table pages add constraint pages_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table payments add constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table price_pins add constraint price_pins_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column) ON DELETE CASCADE;
alter table price_pins add constraint price_pins_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table price_plan_rows add constraint price_plan_rows_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES price_plans(id) ON DELETE CASCADE;
alter table price_plan_rows add constraint price_plan_rows_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);
alter table price_plan_rows add constraint price_plan_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table price_plans add constraint price_plans_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table price_tiers add constraint price_tiers_price_column_fkey FOREIGN KEY (price_column) REFERENCES price_columns(price_column);
alter table price_tiers add constraint price_tiers_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_categories add constraint product_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);
alter table product_categories add constraint product_categories_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_documents add constraint product_documents_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_former_slugs add constraint product_former_slugs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_links add constraint product_links_linked_product_id_fkey FOREIGN KEY (linked_product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_links add constraint product_links_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_media add constraint product_media_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_quality add constraint product_quality_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table product_questions add constraint product_questions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table product_questions add constraint product_questions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table product_questions add constraint product_questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table products add constraint products_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id);
alter table products add constraint products_model_id_fkey FOREIGN KEY (model_id) REFERENCES models(id);
alter table products add constraint products_successor_id_fkey FOREIGN KEY (successor_id) REFERENCES products(id);

alter table qr_codes add constraint qr_codes_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table qr_codes add constraint qr_codes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table ready_set_goods add constraint ready_set_goods_set_slug_fkey FOREIGN KEY (set_slug) REFERENCES ready_sets(slug) ON DELETE CASCADE;

alter table receipts add constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE;
alter table receipts add constraint receipts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE;

alter table redirects add constraint redirects_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
alter table redirects add constraint redirects_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table redirects add constraint redirects_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table refresh_tokens add constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

alter table refunds add constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE;
alter table refunds add constraint refunds_repeats_fkey FOREIGN KEY (repeats) REFERENCES refunds(id) ON DELETE CASCADE;

alter table release_items add constraint release_items_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE;

alter table releases add constraint releases_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table releases add constraint releases_dated_by_user_id_fkey FOREIGN KEY (dated_by_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table reservations add constraint reservations_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id) ON DELETE CASCADE;

alter table review_invitations add constraint review_invitations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table review_photos add constraint review_photos_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE;

alter table review_votes add constraint review_votes_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE;

alter table reviews add constraint reviews_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table reviews add constraint reviews_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table reviews add constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table saved_addresses add constraint saved_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table saved_list_lines add constraint saved_list_lines_list_id_fkey FOREIGN KEY (list_id) REFERENCES saved_lists(id) ON DELETE CASCADE;
alter table saved_list_lines add constraint saved_list_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table saved_lists add constraint saved_lists_calculator_product_id_fkey FOREIGN KEY (calculator_product_id) REFERENCES products(id) ON DELETE SET NULL;
alter table saved_lists add constraint saved_lists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table saved_recipients add constraint saved_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table search_decisions add constraint search_decisions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table search_finds add constraint search_finds_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table search_misses add constraint search_misses_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table search_pins add constraint search_pins_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table search_pins add constraint search_pins_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table search_redirects add constraint search_redirects_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table search_stop_words add constraint search_stop_words_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table search_synonyms add constraint search_synonyms_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table seller_requisites add constraint seller_requisites_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table seo_texts add constraint seo_texts_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table shorts add constraint shorts_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id);

alter table staff add constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table staff_columns add constraint staff_columns_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff(user_id) ON DELETE CASCADE;

alter table staff_presence add constraint staff_presence_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table staff_views add constraint staff_views_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff(user_id) ON DELETE CASCADE;

alter table stock add constraint stock_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table stock_checks add constraint stock_checks_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table stock_outs add constraint stock_outs_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table stock_outs add constraint stock_outs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table subscription_emails add constraint subscription_emails_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table subscriptions add constraint subscriptions_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table subscriptions add constraint subscriptions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
alter table subscriptions add constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table text_findings add constraint text_findings_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table ticket_files add constraint ticket_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id) ON DELETE CASCADE;

alter table ticket_messages add constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;

alter table tickets add constraint tickets_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);
alter table tickets add constraint tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;
alter table tickets add constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table units add constraint units_larger_fkey FOREIGN KEY (larger) REFERENCES units(name);

alter table unwanted_shorts add constraint unwanted_shorts_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;

alter table uploads add constraint uploads_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table users add constraint users_company_id_id_fkey FOREIGN KEY (company_id, id) REFERENCES company_members(company_id, user_id) ON DELETE SET NULL (company_id);
alter table users add constraint users_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES users(id) ON DELETE SET NULL;

alter table usual_attributes add constraint usual_attributes_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;

alter table vacancies add constraint vacancies_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table visit_days add constraint visit_days_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

alter table waiting_order_emails add constraint waiting_order_emails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;

alter table wanted_days add constraint wanted_days_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;
alter table wanted_days add constraint wanted_days_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

alter table webhook_deliveries add constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

alter table webhook_tries add constraint webhook_tries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE;
alter table webhook_tries add constraint webhook_tries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

alter table webhooks add constraint webhooks_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c);

alter table wobblers add constraint wobblers_department_id_1c_fkey FOREIGN KEY (department_id_1c) REFERENCES departments(id_1c) ON DELETE CASCADE;

CREATE INDEX acting_links_session_id_idx ON public.acting_links USING btree (session_id);
CREATE INDEX acting_links_user_id_idx ON public.acting_links USING btree (user_id);

CREATE INDEX acting_log_acting_id_idx ON public.acting_log USING btree (acting_id, id);
CREATE UNIQUE INDEX acting_log_once ON public.acting_log USING btree (acting_id, transaction, what);

CREATE UNIQUE INDEX acting_sessions_open_key ON public.acting_sessions USING btree (session_id) WHERE (ended_at IS NULL);
CREATE INDEX acting_sessions_staff_user_id_idx ON public.acting_sessions USING btree (staff_user_id, started_at DESC);
CREATE INDEX acting_sessions_user_id_idx ON public.acting_sessions USING btree (user_id, started_at DESC);

CREATE INDEX action_condition_attributes_attribute_id_idx ON public.action_condition_attributes USING btree (attribute_id);

CREATE INDEX action_conditions_category_id_idx ON public.action_conditions USING btree (category_id);

CREATE INDEX action_products_changed_xid_idx ON public.action_products USING btree (changed_xid);
CREATE INDEX action_products_product_id_idx ON public.action_products USING btree (product_id);

CREATE INDEX actions_ends_at_idx ON public.actions USING btree (ends_at);

CREATE INDEX admin_keys_created_at_idx ON public.admin_keys USING btree (created_at);

CREATE INDEX api_calls_created_at_idx ON public.api_calls USING btree (created_at);

CREATE INDEX article_former_slugs_article_id_idx ON public.article_former_slugs USING btree (article_id);

CREATE INDEX articles_published_at_idx ON public.articles USING btree (published_at DESC) WHERE (withdrawn_at IS NULL);
CREATE INDEX articles_search_idx ON public.articles USING gin (search);

CREATE INDEX attribute_former_values_product_id_idx ON public.attribute_former_values USING btree (product_id);

CREATE INDEX attribute_type_changes_attribute_id_idx ON public.attribute_type_changes USING btree (attribute_id, id);

CREATE INDEX audit_log_at_idx ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_department_id_1c_idx ON public.audit_log USING btree (department_id_1c);
CREATE INDEX audit_log_keep_until_idx ON public.audit_log USING btree (keep_until);
CREATE INDEX audit_log_record_idx ON public.audit_log USING btree (resource, record_id, id DESC);
CREATE INDEX audit_log_staff_user_id_idx ON public.audit_log USING btree (staff_user_id, id DESC);
CREATE UNIQUE INDEX audit_log_undo_of_idx ON public.audit_log USING btree (undo_of);

CREATE INDEX bonus_holds_card_id_idx ON public.bonus_holds USING btree (card_id);

CREATE INDEX branch_transfers_from ON public.branch_transfers USING btree (from_id_1c);

CREATE INDEX card_former_numbers_card_id_idx ON public.card_former_numbers USING btree (card_id);

CREATE INDEX card_movements_card_id_idx ON public.card_movements USING btree (card_id, id);
CREATE INDEX card_movements_earned_at_idx ON public.card_movements USING btree (at) WHERE (reason = 'earned'::text);
CREATE UNIQUE INDEX card_movements_earned_key ON public.card_movements USING btree (card_id, order_id) WHERE ((reason = 'earned'::text) AND (order_id IS NOT NULL));
CREATE INDEX card_movements_expiry_idx ON public.card_movements USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE UNIQUE INDEX card_movements_given_back_key ON public.card_movements USING btree (refund_id) WHERE ((reason = 'given_back'::text) AND (refund_id IS NOT NULL));
CREATE INDEX card_movements_order_id_idx ON public.card_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX card_movements_refund_id_idx ON public.card_movements USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE UNIQUE INDEX card_movements_returned_key ON public.card_movements USING btree (card_id, refund_id) WHERE ((reason = 'returned'::text) AND (refund_id IS NOT NULL));
CREATE UNIQUE INDEX card_movements_spent_key ON public.card_movements USING btree (order_id) WHERE ((reason = 'spent'::text) AND (order_id IS NOT NULL));

CREATE INDEX cards_by_phone ON public.cards USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX cards_joined_to_idx ON public.cards USING btree (joined_to) WHERE (joined_to IS NOT NULL);
CREATE UNIQUE INDEX cards_user_kind_key ON public.cards USING btree (user_id, kind) WHERE (user_id IS NOT NULL);

CREATE INDEX catalogue_losses_changed_xid_idx ON public.catalogue_losses USING btree (changed_xid);

CREATE INDEX categories_parent_id_idx ON public.categories USING btree (parent_id);

CREATE INDEX codes_email_idx ON public.codes USING btree (email, purpose, id DESC);
CREATE INDEX codes_expires_at_idx ON public.codes USING btree (expires_at);

CREATE INDEX companies_created_at_idx ON public.companies USING btree (created_at DESC, id DESC);

CREATE UNIQUE INDEX company_invitations_open_key ON public.company_invitations USING btree (company_id, email) WHERE (ended_at IS NULL);

CREATE INDEX company_members_user_id_idx ON public.company_members USING btree (user_id);

CREATE UNIQUE INDEX company_requests_open_key ON public.company_requests USING btree (company_id, user_id) WHERE (decided_at IS NULL);
CREATE INDEX company_requests_user_id_idx ON public.company_requests USING btree (user_id);

CREATE INDEX consents_given_at_idx ON public.consents USING btree (given_at);
CREATE INDEX consents_order_id_idx ON public.consents USING btree (order_id);
CREATE INDEX consents_page_idx ON public.consents USING btree (page_id);
CREATE INDEX consents_subject_idx ON public.consents USING btree (subject, purpose) WHERE (withdrawn_at IS NULL);
CREATE INDEX consents_submission_id_idx ON public.consents USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX consents_under_id_idx ON public.consents USING btree (under_id) WHERE (under_id IS NOT NULL);
CREATE INDEX consents_user_id_idx ON public.consents USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE UNIQUE INDEX contacts_confirmed_email_key ON public.contacts USING btree (value) WHERE ((type = 'email'::text) AND (confirmed_at IS NOT NULL));
CREATE INDEX contacts_email_start_idx ON public.contacts USING btree (value text_pattern_ops) WHERE (type = 'email'::text);
CREATE INDEX contacts_phone_idx ON public.contacts USING btree (value) WHERE (type = 'phone'::text);
CREATE INDEX contacts_user_id_idx ON public.contacts USING btree (user_id);

CREATE INDEX coupon_batches_author_user_id_idx ON public.coupon_batches USING btree (author_user_id);
CREATE INDEX coupon_batches_department_id_1c_idx ON public.coupon_batches USING btree (department_id_1c);

CREATE INDEX coupons_batch_id_idx ON public.coupons USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX coupons_created_at_idx ON public.coupons USING btree (created_at DESC NULLS LAST, code DESC);
CREATE INDEX coupons_ends_at_idx ON public.coupons USING btree (ends_at, code);
CREATE INDEX coupons_owner_user_id_idx ON public.coupons USING btree (owner_user_id) WHERE (owner_user_id IS NOT NULL);
CREATE INDEX coupons_used_count_idx ON public.coupons USING btree (used_count, code);

CREATE INDEX customer_flags_staff_user_id_idx ON public.customer_flags USING btree (staff_user_id);

CREATE INDEX customer_notes_staff_user_id_idx ON public.customer_notes USING btree (staff_user_id);
CREATE INDEX customer_notes_user_id_idx ON public.customer_notes USING btree (user_id, id);

CREATE UNIQUE INDEX delegated_passes_open_key ON public.delegated_passes USING btree (order_id) WHERE ((revoked_at IS NULL) AND (used_at IS NULL));
CREATE INDEX delegated_passes_order_id_idx ON public.delegated_passes USING btree (order_id);

CREATE INDEX demand_losses_department_id_1c_idx ON public.demand_losses USING btree (department_id_1c);
CREATE INDEX demand_losses_product_id_idx ON public.demand_losses USING btree (product_id);
CREATE UNIQUE INDEX demand_losses_product_idx ON public.demand_losses USING btree (day, department_id_1c, product_id) WHERE (product_id IS NOT NULL);
CREATE UNIQUE INDEX demand_losses_words_idx ON public.demand_losses USING btree (day, department_id_1c, COALESCE(words, ''::text)) WHERE (product_id IS NULL);

CREATE INDEX demonstration_objects_payment_idx ON public.demonstration_objects USING btree (((body ->> 'payment_id'::text)));

CREATE UNIQUE INDEX departments_branch_domain_key ON public.departments USING btree (domain) WHERE ((branch_id_1c IS NULL) AND (parent = '00046'::text));
CREATE UNIQUE INDEX departments_main_key ON public.departments USING btree (is_main) WHERE is_main;

CREATE UNIQUE INDEX documents_number_key ON public.documents USING btree (kind, year, number, revision) WHERE (number IS NOT NULL);

CREATE INDEX drafts_author_user_id_idx ON public.drafts USING btree (author_user_id);
CREATE INDEX drafts_department_idx ON public.drafts USING btree (department_id_1c);
CREATE INDEX drafts_due_idx ON public.drafts USING btree (publish_at) WHERE ((published_at IS NULL) AND (discarded_at IS NULL) AND (failure IS NULL));
CREATE UNIQUE INDEX drafts_open_key ON public.drafts USING btree (resource, record_id) WHERE ((published_at IS NULL) AND (discarded_at IS NULL));

CREATE INDEX email_texts_department ON public.email_texts USING btree (department_id_1c);

CREATE INDEX estimates_changed_at_idx ON public.estimates USING btree (changed_at);
CREATE INDEX estimates_user_id_idx ON public.estimates USING btree (user_id, changed_at DESC) WHERE (user_id IS NOT NULL);

CREATE INDEX field_owners_node_id_idx ON public.field_owners USING btree (node_id);
CREATE INDEX field_owners_until_idx ON public.field_owners USING btree (until);

CREATE INDEX file_import_prices_column_idx ON public.file_import_prices USING btree (price_column);
CREATE INDEX file_import_prices_product_idx ON public.file_import_prices USING btree (product_id);

CREATE INDEX file_imports_hash_idx ON public.file_imports USING btree (hash);

CREATE INDEX form_files_submission_id_idx ON public.form_files USING btree (submission_id);

CREATE INDEX form_submissions_code_idx ON public.form_submissions USING btree (code, number DESC);
CREATE INDEX form_submissions_created_at_idx ON public.form_submissions USING btree (created_at DESC);
CREATE INDEX form_submissions_schema_id_idx ON public.form_submissions USING btree (schema_id) WHERE (schema_id IS NOT NULL);
CREATE INDEX form_submissions_sender_sum_idx ON public.form_submissions USING btree (sender_sum, created_at) WHERE (sender_sum <> ''::text);
CREATE INDEX form_submissions_user_id_idx ON public.form_submissions USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX former_order_lines_order_id_idx ON public.former_order_lines USING btree (order_id, id);
CREATE INDEX former_order_lines_product_id_idx ON public.former_order_lines USING btree (product_id);

CREATE UNIQUE INDEX fortune_prizes_consolation_key ON public.fortune_prizes USING btree (campaign_id) WHERE is_consolation;

CREATE INDEX fortune_spins_address_idx ON public.fortune_spins USING btree (campaign_id, period, address_hash);
CREATE INDEX fortune_spins_device_idx ON public.fortune_spins USING btree (campaign_id, period, device_hash);
CREATE INDEX fortune_spins_user_id_idx ON public.fortune_spins USING btree (user_id);

CREATE INDEX goods_import_rows_product_id_idx ON public.goods_import_rows USING btree (product_id);
CREATE INDEX goods_import_rows_work_idx ON public.goods_import_rows USING btree (import_id, state, "row") WHERE (state = ANY (ARRAY['waiting'::text, 'applied'::text]));

CREATE INDEX goods_imports_author_user_id_idx ON public.goods_imports USING btree (author_user_id);
CREATE INDEX goods_imports_work_idx ON public.goods_imports USING btree (id) WHERE (state = ANY (ARRAY['reading'::text, 'running'::text, 'undoing'::text]));

CREATE UNIQUE INDEX handovers_last_key ON public.handovers USING btree (order_id) WHERE is_last;
CREATE INDEX handovers_order_id_idx ON public.handovers USING btree (order_id, at);

CREATE INDEX identities_user_id_idx ON public.identities USING btree (user_id);

CREATE INDEX judged_goods_product_id_idx ON public.judged_goods USING btree (product_id);

CREATE UNIQUE INDEX landing_pages_version_key ON public.landing_pages USING btree (landing_id, COALESCE(department_id_1c, ''::text), variant, version);

CREATE INDEX lead_tries_origin_id_idx ON public.lead_tries USING btree (origin_id, id);

CREATE INDEX leads_created_at_idx ON public.leads USING btree (created_at DESC);
CREATE INDEX leads_sent_at_idx ON public.leads USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX leads_waiting_idx ON public.leads USING btree (next_try_at) WHERE (state <> 'sent'::text);

CREATE INDEX loss_measures_department_id_1c_idx ON public.loss_measures USING btree (department_id_1c);
CREATE INDEX loss_measures_product_id_idx ON public.loss_measures USING btree (product_id);
CREATE UNIQUE INDEX loss_measures_subject_key ON public.loss_measures USING btree (department_id_1c, product_id, words, day) NULLS NOT DISTINCT WHERE ((product_id IS NOT NULL) OR (words IS NOT NULL));

CREATE INDEX loyalty_closed_categories_category_id_idx ON public.loyalty_closed_categories USING btree (category_id);

CREATE INDEX mails_created_at_idx ON public.mails USING btree (created_at DESC);
CREATE INDEX mails_failed_idx ON public.mails USING btree (id) WHERE ((failed_at IS NOT NULL) AND (sent_at IS NULL));
CREATE INDEX mails_of_order_idx ON public.mails USING btree (substr(key, 7, 36)) WHERE (key ~~ 'order %'::text);
CREATE INDEX mails_to_address_idx ON public.mails USING btree (lower(to_address), id);
CREATE INDEX mails_waiting_idx ON public.mails USING btree (created_at) WHERE ((sent_at IS NULL) AND (kept_at IS NULL));

CREATE UNIQUE INDEX menu_links_key ON public.menu_links USING btree (place, url, COALESCE(department_id_1c, ''::text), COALESCE(starts_at, '-infinity'::timestamp with time zone));

CREATE INDEX missing_paths_department_id_1c_idx ON public.missing_paths USING btree (department_id_1c);
CREATE INDEX missing_paths_first_day_idx ON public.missing_paths USING btree (first_day);

CREATE INDEX one_time_links_expires_at_idx ON public.one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_user_id_idx ON public.one_time_links USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX onec_catalogs_node_id_idx ON public.onec_catalogs USING btree (node_id);

CREATE INDEX onec_goods_good_id_idx ON public.onec_goods USING btree (good_id);

CREATE INDEX onec_group_rules_category_id_idx ON public.onec_group_rules USING btree (category_id);

CREATE INDEX onec_groups_node_id_idx ON public.onec_groups USING btree (node_id);

CREATE UNIQUE INDEX onec_nodes_is_default_key ON public.onec_nodes USING btree (is_default) WHERE is_default;

CREATE INDEX onec_offers_good_id_idx ON public.onec_offers USING btree (good_id);

CREATE INDEX onec_order_documents_order_id_idx ON public.onec_order_documents USING btree (order_id);
CREATE INDEX onec_order_documents_payment_id_idx ON public.onec_order_documents USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX onec_order_files_unfinished ON public.onec_order_files USING btree (session_id) WHERE (finished_at IS NULL);

CREATE INDEX onec_order_log_at_idx ON public.onec_order_log USING btree (at);
CREATE INDEX onec_order_log_order_id_idx ON public.onec_order_log USING btree (order_id, id);
CREATE INDEX onec_order_log_unknown_idx ON public.onec_order_log USING btree (node_id, document) WHERE (order_id IS NULL);

CREATE INDEX onec_order_queries_session_idx ON public.onec_order_queries USING btree (session_id, id);

CREATE INDEX onec_orders_handed_in_idx ON public.onec_orders USING btree (handed_in);
CREATE UNIQUE INDEX onec_orders_id_1c_key ON public.onec_orders USING btree (node_id, id_1c);
CREATE INDEX onec_orders_order_id_idx ON public.onec_orders USING btree (order_id);

CREATE UNIQUE INDEX onec_packages_batch_key ON public.onec_packages USING btree (session_id, batch);
CREATE UNIQUE INDEX onec_packages_held_key ON public.onec_packages USING btree (node_id) WHERE (state = 'held'::text);
CREATE INDEX onec_packages_node_id_idx ON public.onec_packages USING btree (node_id);
CREATE INDEX onec_packages_unfinished_idx ON public.onec_packages USING btree (node_id) WHERE (finished_at IS NULL);

CREATE INDEX onec_property_rules_into_id_1c_idx ON public.onec_property_rules USING btree (into_id_1c);

CREATE INDEX onec_property_values_value_id_idx ON public.onec_property_values USING btree (value_id);

CREATE INDEX onec_reserves_left_in_idx ON public.onec_reserves USING btree (left_in);
CREATE INDEX onec_reserves_order_id_idx ON public.onec_reserves USING btree (order_id);
CREATE INDEX onec_reserves_product_id_idx ON public.onec_reserves USING btree (product_id, left_store);

CREATE INDEX onec_sessions_node_id_idx ON public.onec_sessions USING btree (node_id, started_at);
CREATE UNIQUE INDEX onec_sessions_open_key ON public.onec_sessions USING btree (node_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX onec_staff_jobs_unfinished ON public.onec_staff_jobs USING btree (kind, md5((params)::text)) WHERE (finished_at IS NULL);

CREATE INDEX order_approvals_asked_by_idx ON public.order_approvals USING btree (asked_by);
CREATE INDEX order_approvals_decided_by_idx ON public.order_approvals USING btree (decided_by);

CREATE INDEX order_arrivals_department_id_idx ON public.order_arrivals USING btree (department_id_1c, at DESC);
CREATE INDEX order_arrivals_order_id_idx ON public.order_arrivals USING btree (order_id, at DESC);

CREATE INDEX order_keys_created_at_idx ON public.order_keys USING btree (created_at);
CREATE INDEX order_keys_order_id_idx ON public.order_keys USING btree (order_id);

CREATE INDEX order_lines_product_id_idx ON public.order_lines USING btree (product_id);
CREATE INDEX order_lines_replaces_line_id_idx ON public.order_lines USING btree (replaces_line_id) WHERE (replaces_line_id IS NOT NULL);

CREATE INDEX order_moves_order_id_idx ON public.order_moves USING btree (order_id, id);

CREATE INDEX order_notes_order_id_idx ON public.order_notes USING btree (order_id, id);
CREATE INDEX order_notes_staff_user_id_idx ON public.order_notes USING btree (staff_user_id);

CREATE INDEX order_proposals_expires_at_idx ON public.order_proposals USING btree (expires_at) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX order_proposals_open_idx ON public.order_proposals USING btree (order_id) WHERE (state = 'open'::text);
CREATE INDEX order_proposals_proposed_by_idx ON public.order_proposals USING btree (proposed_by);

CREATE INDEX order_returns_order_line_id_idx ON public.order_returns USING btree (order_line_id);

CREATE INDEX orders_active_idx ON public.orders USING btree (state, receiving_date) WHERE (state = ANY (ARRAY['new'::text, 'assembling'::text, 'ready'::text, 'in_delivery'::text]));
CREATE INDEX orders_assigned_to_idx ON public.orders USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX orders_buyer_number_start_idx ON public.orders USING btree (lower(buyer_number) text_pattern_ops) WHERE (buyer_number IS NOT NULL);
CREATE INDEX orders_by_phone_idx ON public.orders USING btree (created_at DESC) WHERE is_by_phone;
CREATE INDEX orders_company_id_idx ON public.orders USING btree (company_id, created_at DESC) WHERE (company_id IS NOT NULL);
CREATE INDEX orders_completed_at_idx ON public.orders USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX orders_contact_email_idx ON public.orders USING btree (lower(contact_email)) WHERE (user_id IS NULL);
CREATE INDEX orders_contact_phone_idx ON public.orders USING btree (contact_phone) WHERE (user_id IS NULL);
CREATE INDEX orders_coupon_idx ON public.orders USING btree (upper(coupon)) WHERE (coupon IS NOT NULL);
CREATE INDEX orders_created_at_idx ON public.orders USING btree (created_at DESC);
CREATE INDEX orders_delivery_slot_idx ON public.orders USING btree (delivery_zone_id, receiving_date, receiving_from) WHERE ((delivery_zone_id IS NOT NULL) AND (receiving_from IS NOT NULL) AND (state <> 'cancelled'::text));
CREATE INDEX orders_email_start_idx ON public.orders USING btree (lower(contact_email) text_pattern_ops) WHERE (contact_email IS NOT NULL);
CREATE INDEX orders_names_idx ON public.orders USING gin (to_tsvector('simple'::regconfig, regexp_replace(translate(lower(((contact_name || ' '::text) || COALESCE(company_name, ''::text))), 'ё'::text, 'е'::text), '[^0-9a-zа-я]+'::text, ' '::text, 'g'::text)));
CREATE INDEX orders_phone_end_idx ON public.orders USING btree (reverse(contact_phone) text_pattern_ops);
CREATE INDEX orders_pickup_slot_idx ON public.orders USING btree (pickup_department_id_1c, receiving_date, receiving_from) WHERE ((pickup_department_id_1c IS NOT NULL) AND (receiving_from IS NOT NULL) AND (state <> 'cancelled'::text));
CREATE INDEX orders_placed_by_idx ON public.orders USING btree (placed_by, created_at) WHERE (placed_by IS NOT NULL);
CREATE INDEX orders_receiving_date_idx ON public.orders USING btree (receiving_date);
CREATE INDEX orders_receiving_date_last_idx ON public.orders USING btree (receiving_date DESC NULLS LAST);
CREATE INDEX orders_secret_hash_idx ON public.orders USING btree (secret_hash) WHERE (secret_hash IS NOT NULL);
CREATE INDEX orders_short_idx ON public.orders USING btree (created_at DESC) WHERE (short_since IS NOT NULL);
CREATE INDEX orders_state_idx ON public.orders USING btree (department_id_1c, state, created_at DESC);
CREATE INDEX orders_total_idx ON public.orders USING btree (total);
CREATE INDEX orders_unconfirmed_idx ON public.orders USING btree (unconfirmed_since) WHERE ((unconfirmed_since IS NOT NULL) AND (state = 'new'::text));
CREATE INDEX orders_unpaid_invoices_idx ON public.orders USING btree (created_at) WHERE ((payment_method = 'invoice'::text) AND (payment_state = ANY (ARRAY['unpaid'::text, 'pending'::text])) AND (state <> 'cancelled'::text));
CREATE INDEX orders_user_id_idx ON public.orders USING btree (user_id, created_at DESC) INCLUDE (total, state) WHERE (user_id IS NOT NULL);
CREATE INDEX orders_visitor_idx ON public.orders USING btree (visitor);

CREATE INDEX payment_answers_at_idx ON public.payment_answers USING btree (at);
CREATE INDEX payment_answers_object_id_idx ON public.payment_answers USING btree (object_id);

CREATE INDEX payment_events_object_id_idx ON public.payment_events USING btree (object_id);
CREATE INDEX payment_events_problem_idx ON public.payment_events USING btree (id DESC) WHERE (problem IS NOT NULL);
CREATE INDEX payment_events_received_at_idx ON public.payment_events USING btree (received_at);

CREATE INDEX payments_created_at_idx ON public.payments USING btree (created_at DESC);
CREATE UNIQUE INDEX payments_open_key ON public.payments USING btree (order_id) WHERE (state = ANY (ARRAY['new'::text, 'pending'::text, 'waiting_for_capture'::text]));
CREATE INDEX payments_order_id_idx ON public.payments USING btree (order_id, created_at);

CREATE INDEX price_pins_price_column_idx ON public.price_pins USING btree (price_column);
CREATE INDEX price_pins_until_idx ON public.price_pins USING btree (until);

CREATE INDEX price_plan_rows_due_idx ON public.price_plan_rows USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX price_plan_rows_product_id_idx ON public.price_plan_rows USING btree (product_id);
CREATE UNIQUE INDEX price_plan_rows_waiting_key ON public.price_plan_rows USING btree (price_column, product_id) WHERE (state = 'waiting'::text);

CREATE INDEX price_plans_author_user_id_idx ON public.price_plans USING btree (author_user_id);
CREATE INDEX price_plans_work_idx ON public.price_plans USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'undoing'::text]));

CREATE INDEX price_tiers_product_id_idx ON public.price_tiers USING btree (product_id);

CREATE INDEX prices_changed_xid_idx ON public.prices USING btree (changed_xid);

CREATE INDEX product_categories_category_id_idx ON public.product_categories USING btree (category_id, product_id);
CREATE INDEX product_categories_changed_xid_idx ON public.product_categories USING btree (changed_xid);
CREATE UNIQUE INDEX product_categories_main_key ON public.product_categories USING btree (product_id) WHERE is_main;

CREATE INDEX product_documents_certificate_idx ON public.product_documents USING btree (product_id) WHERE (kind = 'certificate'::text);

CREATE INDEX product_former_slugs_product_id_idx ON public.product_former_slugs USING btree (product_id);

CREATE INDEX product_quality_score_idx ON public.product_quality USING btree (score, product_id);

CREATE INDEX product_questions_new_idx ON public.product_questions USING btree (created_at) WHERE (state = 'new'::text);
CREATE INDEX product_questions_shown_idx ON public.product_questions USING btree (product_id, created_at DESC, id DESC) WHERE (state = 'approved'::text);
CREATE INDEX product_questions_unconfirmed_idx ON public.product_questions USING btree (created_at) WHERE (state = 'unconfirmed'::text);
CREATE INDEX product_questions_user_id_idx ON public.product_questions USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX products_article_key_idx ON public.products USING btree (article_key);
CREATE INDEX products_barcode_idx ON public.products USING btree (barcode);
CREATE INDEX products_brand_id_idx ON public.products USING btree (brand_id);
CREATE INDEX products_changed_at_idx ON public.products USING btree (changed_at DESC, id DESC);
CREATE INDEX products_changed_xid_idx ON public.products USING btree (changed_xid);
CREATE INDEX products_model_id_idx ON public.products USING btree (model_id);
CREATE INDEX products_name_idx ON public.products USING btree (name, id);
CREATE INDEX products_name_words_idx ON public.products USING gin (to_tsvector('simple'::regconfig, regexp_replace(translate(lower(name), 'ё'::text, 'е'::text), '[^0-9a-zа-я]+'::text, ' '::text, 'g'::text)));
CREATE INDEX products_popularity_idx ON public.products USING btree (popularity DESC) WHERE ((switched_off_at IS NULL) AND (popularity > 0));

CREATE UNIQUE INDEX qr_codes_product_key ON public.qr_codes USING btree (product_id, COALESCE(department_id_1c, ''::text)) WHERE (kind = 'p'::text);

CREATE INDEX receipts_created_at_idx ON public.receipts USING btree (created_at DESC, id);
CREATE UNIQUE INDEX receipts_once_key ON public.receipts USING btree (payment_id, kind) WHERE (kind <> 'return'::text);

CREATE INDEX redirects_category_id_idx ON public.redirects USING btree (category_id);
CREATE UNIQUE INDEX redirects_from_path ON public.redirects USING btree (from_path, COALESCE(department_id_1c, ''::text));
CREATE INDEX redirects_hits_idx ON public.redirects USING btree (hits DESC NULLS LAST, id DESC);
CREATE INDEX redirects_last_hit_at_idx ON public.redirects USING btree (last_hit_at DESC NULLS LAST, id DESC);
CREATE INDEX redirects_product_id_idx ON public.redirects USING btree (product_id);

CREATE UNIQUE INDEX refresh_tokens_current_key ON public.refresh_tokens USING btree (session_id) WHERE (replaced_at IS NULL);
CREATE INDEX refresh_tokens_session_id_idx ON public.refresh_tokens USING btree (session_id);

CREATE INDEX refunds_created_at_idx ON public.refunds USING btree (created_at DESC, id);
CREATE INDEX refunds_payment_id_idx ON public.refunds USING btree (payment_id, created_at);
CREATE UNIQUE INDEX refunds_repeats_idx ON public.refunds USING btree (repeats) WHERE (state <> 'canceled'::text);

CREATE UNIQUE INDEX release_items_waiting_key ON public.release_items USING btree (kind, record_id) WHERE (published IS NULL);

CREATE INDEX releases_author_user_id_idx ON public.releases USING btree (author_user_id);
CREATE INDEX releases_dated_by_user_id_idx ON public.releases USING btree (dated_by_user_id);
CREATE INDEX releases_due_idx ON public.releases USING btree (publish_at) WHERE (state = 'planned'::text);

CREATE INDEX reservations_ended_idx ON public.reservations USING btree (product_id, ended_at DESC) WHERE (ended_at IS NOT NULL);
CREATE INDEX reservations_expiry_idx ON public.reservations USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX reservations_handed_over_idx ON public.reservations USING btree (order_line_id) WHERE (why = 'handed_over'::text);
CREATE UNIQUE INDEX reservations_open_key ON public.reservations USING btree (order_line_id) WHERE (ended_at IS NULL);
CREATE INDEX reservations_stock_idx ON public.reservations USING btree (store, product_id) WHERE (ended_at IS NULL);

CREATE INDEX review_votes_voter_idx ON public.review_votes USING btree (voter);

CREATE UNIQUE INDEX reviews_email_key ON public.reviews USING btree (product_id, email) WHERE ((email IS NOT NULL) AND (user_id IS NULL));
CREATE INDEX reviews_new_idx ON public.reviews USING btree (created_at) WHERE (state = 'new'::text);
CREATE INDEX reviews_order_line_id_idx ON public.reviews USING btree (order_line_id) WHERE (order_line_id IS NOT NULL);
CREATE INDEX reviews_rating_idx ON public.reviews USING btree (product_id, is_demo, rating, created_at DESC, id DESC) WHERE (state = 'approved'::text);
CREATE INDEX reviews_shown_idx ON public.reviews USING btree (product_id, is_demo, created_at DESC, id DESC) WHERE (state = 'approved'::text);
CREATE INDEX reviews_user_id_idx ON public.reviews USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX reviews_user_key ON public.reviews USING btree (product_id, user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX saved_list_lines_product_id_idx ON public.saved_list_lines USING btree (product_id);

CREATE INDEX saved_lists_calculator_product_id_idx ON public.saved_lists USING btree (calculator_product_id) WHERE (calculator_product_id IS NOT NULL);
CREATE UNIQUE INDEX saved_lists_user_id_name_idx ON public.saved_lists USING btree (user_id, lower(name));

CREATE INDEX search_decisions_department_id_1c_idx ON public.search_decisions USING btree (department_id_1c);

CREATE INDEX search_finds_department_id_1c_idx ON public.search_finds USING btree (department_id_1c);

CREATE INDEX search_misses_words_idx ON public.search_misses USING btree (words, day);

CREATE INDEX search_pins_department_id_1c_idx ON public.search_pins USING btree (department_id_1c);
CREATE INDEX search_pins_product_id_idx ON public.search_pins USING btree (product_id);

CREATE UNIQUE INDEX seo_texts_key ON public.seo_texts USING btree (kind, key, COALESCE(department_id_1c, ''::text));

CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_seen_idx ON public.sessions USING btree (user_id, created_at DESC);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX shared_carts_expires_at_idx ON public.shared_carts USING btree (expires_at);

CREATE INDEX staff_presence_path ON public.staff_presence USING btree (path);
CREATE INDEX staff_presence_staff_user_id ON public.staff_presence USING btree (staff_user_id);

CREATE INDEX staff_views_shared_idx ON public.staff_views USING btree (path) WHERE (roles IS NOT NULL);

CREATE INDEX stock_changed_xid_idx ON public.stock USING btree (changed_xid);
CREATE INDEX stock_product_id_idx ON public.stock USING btree (product_id);

CREATE INDEX stock_checks_department_id_1c_idx ON public.stock_checks USING btree (department_id_1c);

CREATE INDEX stock_outs_department_id_1c_idx ON public.stock_outs USING btree (department_id_1c);
CREATE INDEX stock_outs_product_id_idx ON public.stock_outs USING btree (product_id);

CREATE INDEX subscription_emails_email_idx ON public.subscription_emails USING btree (email, kind, sent_at DESC);

CREATE INDEX subscriptions_alerts_idx ON public.subscriptions USING btree (department_id_1c, topic, product_id) WHERE ((product_id IS NOT NULL) AND (ended_at IS NULL) AND (confirmed_at IS NOT NULL));
CREATE UNIQUE INDEX subscriptions_living_key ON public.subscriptions USING btree (email, topic, channel, COALESCE(product_id, 0)) WHERE (ended_at IS NULL);
CREATE INDEX subscriptions_news_idx ON public.subscriptions USING btree (department_id_1c, email) WHERE ((topic = 'actions'::text) AND (ended_at IS NULL) AND (confirmed_at IS NOT NULL));
CREATE INDEX subscriptions_product_id_idx ON public.subscriptions USING btree (product_id) WHERE ((product_id IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX subscriptions_user_id_idx ON public.subscriptions USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX text_findings_department_id_1c_idx ON public.text_findings USING btree (department_id_1c);

CREATE INDEX ticket_files_message_id_idx ON public.ticket_files USING btree (message_id);

CREATE INDEX ticket_messages_ticket_id_idx ON public.ticket_messages USING btree (ticket_id, id);

CREATE INDEX tickets_state_idx ON public.tickets USING btree (state, answer_due_at);
CREATE INDEX tickets_user_id_idx ON public.tickets USING btree (user_id, changed_at DESC) WHERE (user_id IS NOT NULL);

CREATE INDEX uploads_staff_user_id_idx ON public.uploads USING btree (staff_user_id);
CREATE INDEX uploads_unlinked_idx ON public.uploads USING btree (created_at) WHERE (linked_at IS NULL);

CREATE INDEX users_created_at_idx ON public.users USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX users_deletion_due_at_idx ON public.users USING btree (deletion_due_at) WHERE ((deletion_due_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX users_full_name_idx ON public.users USING gin (to_tsvector('simple'::regconfig, translate(lower(full_name), 'ё'::text, 'е'::text))) WHERE (deleted_at IS NULL);
CREATE INDEX users_merged_into_idx ON public.users USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX users_name_idx ON public.users USING btree (full_name COLLATE russian, id) WHERE (deleted_at IS NULL);

CREATE INDEX vacancies_open_idx ON public.vacancies USING btree (published_at DESC) WHERE (closed_at IS NULL);

CREATE INDEX visit_days_department_id_1c_idx ON public.visit_days USING btree (department_id_1c);

CREATE INDEX waiting_order_emails_idx ON public.waiting_order_emails USING btree (order_id) WHERE (written_at IS NULL);

CREATE INDEX wanted_days_department_id_1c_idx ON public.wanted_days USING btree (department_id_1c);
CREATE INDEX wanted_days_product_id_idx ON public.wanted_days USING btree (product_id);

CREATE INDEX webhook_deliveries_due_idx ON public.webhook_deliveries USING btree (next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_event_id_idx ON public.webhook_deliveries USING btree (event_id);

CREATE INDEX webhook_events_at_idx ON public.webhook_events USING btree (at);

CREATE INDEX webhook_tries_event_id_idx ON public.webhook_tries USING btree (event_id);
CREATE INDEX webhook_tries_webhook_id_idx ON public.webhook_tries USING btree (webhook_id, id);

CREATE INDEX wobblers_department_id_1c_idx ON public.wobblers USING btree (department_id_1c);

CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.acting_sessions FOR EACH ROW EXECUTE FUNCTION tell_office_of_acting();

CREATE TRIGGER note_loss AFTER DELETE ON public.action_products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_losing_product();
CREATE TRIGGER note_move AFTER UPDATE OF product_id ON public.action_products FOR EACH ROW WHEN ((old.product_id <> new.product_id)) EXECUTE FUNCTION note_moved_product();
CREATE TRIGGER rebuild_catalogue_index AFTER TRUNCATE ON public.action_products FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_truncate();
CREATE TRIGGER say_catalogue_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.action_products FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();
CREATE TRIGGER stamp_changed_xid BEFORE UPDATE ON public.action_products FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION stamp_changed_xid();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.actions FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.attribute_values FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.attributes FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER keep_audit BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_audit_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();

CREATE TRIGGER bonus_holds_covered BEFORE INSERT OR UPDATE ON public.bonus_holds FOR EACH ROW EXECUTE FUNCTION cover_bonus_hold();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.brands FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER card_movements_balance BEFORE INSERT ON public.card_movements FOR EACH ROW EXECUTE FUNCTION hold_card_balance();
CREATE TRIGGER card_movements_kept BEFORE DELETE OR UPDATE ON public.card_movements FOR EACH ROW EXECUTE FUNCTION keep_card_movements();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.card_movements FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.cards FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER cart_lines_limit AFTER INSERT ON public.cart_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_cart_lines();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.cart_lines FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.carts FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER say_catalogue_changed AFTER UPDATE ON public.catalogue_version FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.category_former_codes FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER cost_columns_are_not_sold_by BEFORE INSERT OR UPDATE OF price_column ON public.companies FOR EACH ROW EXECUTE FUNCTION refuse_cost_column();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.companies FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office AFTER INSERT OR UPDATE ON public.companies FOR EACH STATEMENT EXECUTE FUNCTION tell_office('customers');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.company_invitations FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.company_members FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.company_requests FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.consents FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER contacts_provider_kept BEFORE DELETE OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION keep_provider_contact();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.contacts FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.coupon_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_coupon_batches();

CREATE TRIGGER coupons_key BEFORE INSERT OR UPDATE OF code ON public.coupons FOR EACH ROW EXECUTE FUNCTION set_coupon_key();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.delegated_passes FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER limit_outline_points_inserted AFTER INSERT ON public.department_outline_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION limit_outline_points();
CREATE TRIGGER limit_outline_points_updated AFTER UPDATE ON public.department_outline_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION limit_outline_points();

CREATE TRIGGER cost_columns_are_not_sold_by BEFORE INSERT OR UPDATE OF base_price, b2b_price ON public.departments FOR EACH ROW EXECUTE FUNCTION refuse_cost_column();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.documents FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER order_awaits_approval BEFORE INSERT ON public.documents FOR EACH ROW EXECUTE FUNCTION refuse_unapproved('order_id');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.estimate_lines FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.estimates FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER tell_office AFTER INSERT OR UPDATE ON public.file_imports FOR EACH ROW EXECUTE FUNCTION tell_office_of_file_import();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.form_files FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.form_submissions FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER fortune_keep_terms BEFORE DELETE OR UPDATE ON public.fortune_campaigns FOR EACH ROW EXECUTE FUNCTION fortune_keep_terms();

CREATE TRIGGER fortune_keep_prizes BEFORE INSERT OR DELETE OR UPDATE ON public.fortune_prizes FOR EACH ROW EXECUTE FUNCTION fortune_keep_prizes();

CREATE TRIGGER fortune_count_spin AFTER INSERT ON public.fortune_spins FOR EACH ROW EXECUTE FUNCTION fortune_count_spin();
CREATE TRIGGER fortune_keep_spin BEFORE DELETE OR UPDATE ON public.fortune_spins FOR EACH ROW EXECUTE FUNCTION fortune_keep_spin();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.fortune_spins FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER tell_office AFTER UPDATE ON public.goods_import_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_office('jobs', 'goods-imports');

CREATE TRIGGER tell_office AFTER INSERT OR UPDATE ON public.goods_imports FOR EACH STATEMENT EXECUTE FUNCTION tell_office('jobs', 'goods-imports');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.identities FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER order_awaits_approval BEFORE INSERT OR UPDATE OF handed_revision ON public.onec_orders FOR EACH ROW WHEN ((new.handed_revision IS NOT NULL)) EXECUTE FUNCTION refuse_unapproved('order_id');

CREATE TRIGGER tell_office AFTER INSERT OR UPDATE ON public.onec_packages FOR EACH STATEMENT EXECUTE FUNCTION tell_office('onec');

CREATE TRIGGER tell_office AFTER INSERT OR UPDATE ON public.onec_staff_jobs FOR EACH STATEMENT EXECUTE FUNCTION tell_office('jobs', 'onec');

CREATE TRIGGER decided_once BEFORE UPDATE OF outcome ON public.order_approvals FOR EACH ROW WHEN ((old.outcome IS NOT NULL)) EXECUTE FUNCTION refuse_deciding_again();
CREATE TRIGGER note_order_approved AFTER UPDATE OF outcome ON public.order_approvals FOR EACH ROW WHEN ((new.outcome = 'approved'::text)) EXECUTE FUNCTION note_order_approved();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.order_arrivals FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.order_arrivals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('orders');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.order_files FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.order_lines FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_order_moves AFTER INSERT ON public.order_moves REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION note_order_moves();

CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.order_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('orders');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.order_proposals FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.order_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('orders');
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.order_proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('orders');

CREATE TRIGGER confirmed_stays_confirmed BEFORE UPDATE OF unconfirmed_since ON public.orders FOR EACH ROW WHEN (((old.unconfirmed_since IS NULL) AND (new.unconfirmed_since IS NOT NULL))) EXECUTE FUNCTION refuse_unconfirming();
CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER note_order_confirmed AFTER UPDATE OF unconfirmed_since ON public.orders FOR EACH ROW WHEN (((old.unconfirmed_since IS NOT NULL) AND (new.unconfirmed_since IS NULL) AND (new.state <> 'cancelled'::text))) EXECUTE FUNCTION note_order_confirmed();
CREATE TRIGGER note_order_point AFTER UPDATE OF pickup_department_id_1c ON public.orders FOR EACH ROW WHEN ((old.pickup_department_id_1c IS DISTINCT FROM new.pickup_department_id_1c)) EXECUTE FUNCTION note_order_point();
CREATE TRIGGER order_awaits_approval BEFORE UPDATE OF state, payment_state ON public.orders FOR EACH ROW WHEN (((new.state IS DISTINCT FROM old.state) OR (new.payment_state IS DISTINCT FROM old.payment_state))) EXECUTE FUNCTION refuse_unapproved('id');
CREATE TRIGGER raise_order_revision BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION raise_order_revision();
CREATE TRIGGER take_another_delivery_slot AFTER UPDATE OF delivery_zone_id, receiving_date, receiving_from, state ON public.orders FOR EACH ROW WHEN (((new.delivery_zone_id IS NOT NULL) AND (new.receiving_from IS NOT NULL) AND (new.state <> 'cancelled'::text) AND ((old.delivery_zone_id IS DISTINCT FROM new.delivery_zone_id) OR (old.receiving_date IS DISTINCT FROM new.receiving_date) OR (old.receiving_from IS DISTINCT FROM new.receiving_from) OR (old.state = 'cancelled'::text)))) EXECUTE FUNCTION take_delivery_slot();
CREATE TRIGGER take_another_pickup_slot AFTER UPDATE OF pickup_department_id_1c, receiving_date, receiving_from, state ON public.orders FOR EACH ROW WHEN (((new.pickup_department_id_1c IS NOT NULL) AND (new.receiving_from IS NOT NULL) AND (new.state <> 'cancelled'::text) AND ((old.pickup_department_id_1c IS DISTINCT FROM new.pickup_department_id_1c) OR (old.receiving_date IS DISTINCT FROM new.receiving_date) OR (old.receiving_from IS DISTINCT FROM new.receiving_from) OR (old.state = 'cancelled'::text)))) EXECUTE FUNCTION take_pickup_slot();
CREATE TRIGGER take_delivery_slot AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.delivery_zone_id IS NOT NULL) AND (new.receiving_from IS NOT NULL) AND (new.state <> 'cancelled'::text))) EXECUTE FUNCTION take_delivery_slot();
CREATE TRIGGER take_pickup_slot AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.pickup_department_id_1c IS NOT NULL) AND (new.receiving_from IS NOT NULL) AND (new.state <> 'cancelled'::text))) EXECUTE FUNCTION take_pickup_slot();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_orders();
CREATE TRIGGER tell_office_of_former AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_orders();
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_orders();

CREATE TRIGGER pages_keep_published BEFORE UPDATE ON public.pages FOR EACH ROW EXECUTE FUNCTION pages_keep_published();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER order_awaits_approval BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_unapproved('order_id');
CREATE TRIGGER payment_stays BEFORE UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state = 'succeeded'::text) AND (new.state <> 'succeeded'::text))) EXECUTE FUNCTION refuse_undoing_payment();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('payments');
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_order_parts('payments');

CREATE TRIGGER cost_columns_are_not_sold_by BEFORE INSERT OR UPDATE OF is_cost ON public.price_columns FOR EACH ROW EXECUTE FUNCTION refuse_cost_column();
CREATE TRIGGER create_price_partition AFTER INSERT ON public.price_columns FOR EACH ROW EXECUTE FUNCTION create_price_partition();
CREATE TRIGGER keep_used_partition BEFORE DELETE ON public.price_columns FOR EACH ROW EXECUTE FUNCTION keep_used_partition();

CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.price_plan_rows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_price_plan_rows();

CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.price_plans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_price_plans();
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.price_plans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_price_plans();

CREATE TRIGGER cost_columns_are_not_sold_by BEFORE INSERT OR UPDATE OF price_column ON public.price_tiers FOR EACH ROW EXECUTE FUNCTION refuse_cost_column();

CREATE TRIGGER drop_price_tiers AFTER DELETE ON public.prices REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_price_tiers();
CREATE TRIGGER note_loss AFTER DELETE ON public.prices REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_losing_product();
CREATE TRIGGER rebuild_catalogue_index AFTER TRUNCATE ON public.prices FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_truncate();
CREATE TRIGGER record_changed_prices AFTER UPDATE ON public.prices REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_prices();
CREATE TRIGGER record_new_prices AFTER INSERT ON public.prices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_new_prices();
CREATE TRIGGER say_catalogue_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.prices FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();
CREATE TRIGGER stamp_changed_xid BEFORE UPDATE ON public.prices FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION stamp_changed_xid();

CREATE TRIGGER note_loss AFTER DELETE ON public.product_categories REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_losing_product();
CREATE TRIGGER note_move AFTER UPDATE OF product_id ON public.product_categories FOR EACH ROW WHEN ((old.product_id <> new.product_id)) EXECUTE FUNCTION note_moved_product();
CREATE TRIGGER rebuild_catalogue_index AFTER TRUNCATE ON public.product_categories FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_truncate();
CREATE TRIGGER say_catalogue_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_categories FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();
CREATE TRIGGER stamp_changed_xid BEFORE UPDATE ON public.product_categories FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION stamp_changed_xid();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.product_questions FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.product_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.product_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');

CREATE TRIGGER drop_price_changes AFTER DELETE ON public.products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_price_changes();
CREATE TRIGGER drop_prices AFTER DELETE ON public.products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_prices();
CREATE TRIGGER note_loss AFTER DELETE ON public.products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_lost_product();
CREATE TRIGGER rebuild_catalogue_index AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_truncate();
CREATE TRIGGER say_catalogue_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();
CREATE TRIGGER stamp_changed_xid BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION stamp_changed_xid();

CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.receipts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_payment_parts();
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.receipts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_payment_parts();

CREATE TRIGGER refunds_counted AFTER INSERT OR DELETE OR UPDATE OF amount, state, payment_id ON public.refunds FOR EACH ROW EXECUTE FUNCTION count_refund();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_payment_parts();
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_payment_parts();

CREATE TRIGGER unconfirmed_have_a_term_from_the_start AFTER INSERT ON public.reservations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_endless_reservation();
CREATE TRIGGER unconfirmed_keep_a_term AFTER UPDATE ON public.reservations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_endless_reservation();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.review_photos FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.review_silences FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.review_votes FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.saved_addresses FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.saved_list_lines FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.saved_lists FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER saved_lists_limit AFTER INSERT ON public.saved_lists FOR EACH ROW EXECUTE FUNCTION check_saved_lists();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.saved_recipients FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_pins FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_redirects FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_stop_words FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_synonyms FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.sessions FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_ended AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION tell_office_of_sessions();
CREATE TRIGGER tell_office_of_gone AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.ended_at IS NULL)) EXECUTE FUNCTION tell_office_of_sessions();

CREATE TRIGGER tell_office_of_changed AFTER UPDATE OF roles, departments, dismissed_at ON public.staff FOR EACH ROW EXECUTE FUNCTION tell_office_of_staff();
CREATE TRIGGER tell_office_of_gone AFTER DELETE ON public.staff FOR EACH ROW EXECUTE FUNCTION tell_office_of_staff();

CREATE TRIGGER note_loss AFTER DELETE ON public.stock REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_losing_product();
CREATE TRIGGER rebuild_catalogue_index AFTER TRUNCATE ON public.stock FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_truncate();
CREATE TRIGGER say_catalogue_changed AFTER INSERT OR DELETE OR UPDATE OF on_hand OR TRUNCATE ON public.stock FOR EACH STATEMENT EXECUTE FUNCTION say_catalogue_changed();
CREATE TRIGGER stamp_changed_xid BEFORE UPDATE ON public.stock FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION stamp_changed_xid();

CREATE TRIGGER create_stock_partition AFTER INSERT ON public.stores FOR EACH ROW EXECUTE FUNCTION create_stock_partition();
CREATE TRIGGER keep_used_partition BEFORE DELETE ON public.stores FOR EACH ROW EXECUTE FUNCTION keep_used_partition();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.ticket_files FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.ticket_messages FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.tickets FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
CREATE TRIGGER tell_office_of_changed AFTER UPDATE ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');
CREATE TRIGGER tell_office_of_new AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_office_of_branches('requests');

CREATE TRIGGER raise_catalogue_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.units FOR EACH STATEMENT EXECUTE FUNCTION raise_catalogue_version();
CREATE TRIGGER rebuild_catalogue_index AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.units FOR EACH STATEMENT EXECUTE FUNCTION rebuild_catalogue_index_after_units();

CREATE TRIGGER note_acting AFTER INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW WHEN ((current_setting('shop.acting_id'::text, true) <> ''::text)) EXECUTE FUNCTION note_acting();
