-- Links of the footer stand with their like: lists of one's own beside cards, rules beside what buyers ask, the site map
-- beside the catalogue. A link that somebody has moved or renamed stays, and so does a column with a link of their own.
update menu_links m
set column_title = given.column_title, position = given.position, changed_at = now()
from (values
  ('Покупателям', 'Карта сайта', '/info/site-map/', 'Каталог', 25),
  ('Каталог', 'Просмотренное', '/viewed/', 'Карты и списки', 45),
  ('Каталог', 'Избранное', '/favorites/', 'Карты и списки', 43),
  ('Каталог', 'Сравнение', '/compare/', 'Карты и списки', 44),
  ('Компания', 'Правила продажи', '/info/sale-rules/', 'Покупателям', 15),
  ('Карты и бизнес', 'Оферта', '/info/offer/', 'Покупателям', 18),
  ('Карты и бизнес', 'Правила рекомендаций', '/info/recommendations/', 'Компания', 36),
  ('Карты и бизнес', 'Профессионалам', '/professionalam/', 'Компания', 35),
  ('Карты и бизнес', 'Бонусная карта', '/bonus-card/', 'Карты и списки', 40),
  ('Карты и бизнес', 'Карта ИДД', '/idd-card/', 'Карты и списки', 41),
  ('Карты и бизнес', 'Бизнес-карта', '/business-card/', 'Карты и списки', 42)
) as given (former, name, url, column_title, position)
where m.place = 'footer' and m.column_title = given.former and m.name = given.name and m.url = given.url
  and m.department_id_1c is null
  and not exists (
    select from menu_links other
    where other.place = 'footer' and other.column_title = 'Карты и бизнес' and other.url not in (
      '/bonus-card/', '/idd-card/', '/business-card/', '/professionalam/', '/info/offer/', '/info/recommendations/'
    )
  );
