-- What staff change while they act as a customer is written down by the tables themselves, in the transaction of the change: triggers read the
-- setting shop.acting_id (acting_sessions.id), which the pool gives to every connection such a request uses. Others do not run them.
alter table acting_log add column transaction xid8;
comment on column acting_log.transaction is 'whose triggers wrote the line; null: entering and leaving, and lines older than the triggers';
create unique index acting_log_once on acting_log (acting_id, transaction, what);

-- The change in the customer's words; null: nothing of theirs. was and now_is: the row before and after, null where there is none.
create function acting_words(changed text, was jsonb, now_is jsonb) returns text language plpgsql stable as $$
declare
  r jsonb := coalesce(now_is, was);
  done text := case when was is null then 'добавление' when now_is is null then 'удаление' else 'изменение' end;
  product text;
  ordered text;
  receiving text[] := '{receiving_type,pickup_department_id_1c,delivery_address,delivery_zone_id,delivery_zone_name,delivery_price,receiving_date,'
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
    when 'estimates' then 'Сметы'
    when 'estimate_lines' then 'Сметы'
    when 'fortune_spins' then 'Колесо призов'
    else changed end || ': ' || done;
end $$;

create function note_acting() returns trigger language plpgsql as $$
declare
  acting uuid := current_setting('shop.acting_id')::uuid;
  -- What the shop notes for itself.
  own text[] := '{changed_at,version,used_at,purchase_told_at,helpful_count,shown_at,known_price,secret_hash}';
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
end $$;

do $$
declare
  theirs text;
begin
  foreach theirs in array array[
    'card_movements', 'cards', 'cart_lines', 'carts', 'companies', 'company_invitations', 'company_members', 'company_requests', 'consents',
    'contacts', 'delegated_passes', 'documents', 'estimate_lines', 'estimates', 'form_files', 'form_submissions', 'fortune_spins', 'identities',
    'order_arrivals', 'order_files', 'order_lines', 'orders', 'payments', 'product_questions', 'review_photos', 'review_silences', 'review_votes',
    'reviews', 'saved_addresses', 'saved_recipients', 'sessions', 'subscriptions', 'ticket_files', 'ticket_messages', 'tickets', 'users']
  loop
    execute format(
      'create trigger note_acting after insert or update or delete on %I for each row
        when (current_setting(''shop.acting_id'', true) <> '''') execute function note_acting()', theirs);
  end loop;
end $$;
