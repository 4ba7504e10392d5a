-- What staff answer to a proposed change of an order in a customer's name stands in the acting log.
CREATE OR REPLACE FUNCTION acting_words(changed text, was jsonb, now_is jsonb)
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
end $function$;

create trigger note_acting after insert or update or delete on order_proposals
  for each row when (current_setting('shop.acting_id', true) <> '') execute function note_acting();
