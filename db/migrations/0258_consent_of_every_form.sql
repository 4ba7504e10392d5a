-- The consent to personal data is linked by every form, so its text names the purposes of all of them, not of an order
-- alone. What somebody has agreed to stays readable: there the text becomes a new edition. A shop's own text stays.
create temporary table former_consent on commit drop as
  select id, title, version, exists (select from consents where page_id = pages.id) as is_given
  from pages
  where slug = 'consent-personal-data' and html like '<p>Оформляя заказ, я даю продавцу%'
    and version = (select max(version) from pages where slug = 'consent-personal-data');

create temporary table general_consent on commit drop as select '<p>Я даю продавцу, указанному на странице «О компании», согласие на обработку персональных данных, которые указываю в форме на сайте: имени, номера телефона, адреса электронной почты, адреса доставки, имени и телефона получателя, а также сведений и файлов, которые добавляю сам.</p>
<p>Цель обработки зависит от того, что я отправляю. Заказ: принять, собрать, выдать или доставить его, сообщить о его состоянии, оформить чек и возврат. Заявка, обращение, отклик на вакансию или предложение: рассмотреть и ответить. Отзыв или вопрос о товаре: проверить и показать на сайте. Регистрация и карта: открыть личный кабинет или выпустить карту. Подписка: присылать то, на что я подписался.</p>
<p>Разрешённые действия: сбор, запись, хранение, уточнение, использование, передача службе доставки в объёме, нужном для доставки, удаление. Обработка ведётся с использованием баз данных, расположенных в России.</p>
<p>Согласие действует до достижения цели обработки, а для заказа — и в течение срока, в который закон обязывает хранить документы о продаже. Согласие можно отозвать обращением к продавцу по адресу электронной почты или телефону, указанным на странице «Контакты».</p>' as html;

alter table pages disable trigger pages_keep_published;
update pages set html = general_consent.html, changed_at = now()
from general_consent, former_consent where pages.id = former_consent.id and not is_given;
alter table pages enable trigger pages_keep_published;

insert into pages (slug, version, title, html, published_at, changed_at)
select 'consent-personal-data', version + 1, title, html, now(), now()
from former_consent, general_consent where is_given;
