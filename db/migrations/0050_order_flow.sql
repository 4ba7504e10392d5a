-- The key is written before its order in one transaction, so that a parallel call with the same key waits at the key.
alter table order_keys alter constraint order_keys_order_id_fkey deferrable initially deferred;
create index order_keys_created_at_idx on order_keys (created_at);
create index order_keys_order_id_idx on order_keys (order_id);

alter table orders
  -- scheme://host[:port] where it was placed: links in letters lead back there.
  add column origin text check (origin ~ '^https?://[^/]+$'),
  add column cancelled_at timestamptz,
  add column completed_at timestamptz,
  add check ((state = 'cancelled') = (cancelled_at is not null)),
  add check ((state = 'completed') = (completed_at is not null));
create index orders_created_at_idx on orders (created_at desc);
create index order_lines_product_id_idx on order_lines (product_id);
create index consents_order_id_idx on consents (order_id);

-- One letter per event and reader, however often its job runs.
alter table mails
  add column key text unique,
  add column from_address text,
  add column reply_to text,
  add column attempts int not null default 0;

-- A consent names the version that was shown, so the text exists before the first order.
insert into pages (slug, version, title, html) values
(
  'consent-personal-data', 1, 'Согласие на обработку персональных данных',
  '<p>Оформляя заказ, я даю продавцу, указанному на странице «О компании», согласие на обработку моих персональных данных: имени, номера телефона, адреса электронной почты, адреса доставки, имени и телефона получателя.</p>
<p>Цель обработки: принять, собрать, выдать или доставить заказ, сообщить о его состоянии, оформить чек и возврат.</p>
<p>Разрешённые действия: сбор, запись, хранение, уточнение, использование, передача службе доставки в объёме, нужном для доставки, удаление. Обработка ведётся с использованием баз данных, расположенных в России.</p>
<p>Согласие действует до достижения цели обработки и в течение срока, в который закон обязывает хранить документы о продаже. Согласие можно отозвать обращением к продавцу по адресу электронной почты или телефону, указанным на странице «Контакты».</p>'
),
(
  'consent-advertising', 1, 'Согласие на получение рекламных сообщений',
  '<p>Я даю продавцу, указанному на странице «О компании», согласие получать по указанным мной адресу электронной почты и номеру телефона сообщения о скидках, акциях и новинках.</p>
<p>Согласие не является условием покупки. Отказаться можно в любой момент по ссылке в письме или обращением к продавцу.</p>'
)
on conflict (slug, version) do nothing;
