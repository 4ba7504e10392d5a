-- How people read a unit that products, order lines and attributes name: its short form, its forms by number and case,
-- and how many sales units make one of what is shown («0,1 м» is sold, metres are read).
create table units (
  name text collate "C" primary key check (name <> '' and length(name) <= 50),
  short text not null check (short <> '' and length(short) <= 20),
  parts integer not null default 1 check (parts > 0 and 1000 % parts = 0),
  one text check (length(one) between 1 and 50),
  two text check (length(two) between 1 and 50),
  five text check (length(five) between 1 and 50),
  accusative text check (length(accusative) between 1 and 50),
  genitive text check (length(genitive) between 1 and 50),
  genitive_many text check (length(genitive_many) between 1 and 50),
  is_counted_short boolean not null default false,
  larger text collate "C" references units,
  larger_count integer check (larger_count > 1),
  larger_from integer,
  constraint units_forms_check check (num_nulls(one, two, five, accusative, genitive, genitive_many) in (0, 6)),
  constraint units_counted_check check (is_counted_short or one is not null),
  constraint units_larger_check check (num_nulls(larger, larger_count, larger_from) in (0, 3) and larger <> name)
);

comment on column units.parts is 'So many sales units are one shown unit; a count then has three decimals at most';
comment on column units.is_counted_short is 'A number takes the short form: «5 м», not «5 метров»';
comment on column units.larger_from is
  'From this number on, whole larger units are named in them: larger_count months are a year, 180 months are 15 years';

create trigger raise_catalogue_version after insert or update or delete or truncate on units
  for each statement execute function raise_catalogue_version();

-- What lists are sorted and narrowed by is the price of the shown unit.
create function rebuild_catalogue_index_after_units() returns trigger language plpgsql as $$
begin
  perform rebuild_catalogue_index();
  return null;
end $$;

create trigger rebuild_catalogue_index after insert or update or delete or truncate on units
  for each statement execute function rebuild_catalogue_index_after_units();

insert into units (name, short, parts, is_counted_short, one, two, five, accusative, genitive, genitive_many) values
  ('шт.', 'шт.', 1, true, 'штука', 'штуки', 'штук', 'штуку', 'штуки', 'штук'),
  ('м', 'м', 1, true, 'метр', 'метра', 'метров', 'метр', 'метра', 'метров'),
  ('0,1 м', 'м', 10, true, 'метр', 'метра', 'метров', 'метр', 'метра', 'метров'),
  ('0,5 м', 'м', 2, true, 'метр', 'метра', 'метров', 'метр', 'метра', 'метров'),
  ('0,01 м', 'м', 100, true, 'метр', 'метра', 'метров', 'метр', 'метра', 'метров'),
  ('пог. м', 'пог. м', 1, true, 'погонный метр', 'погонных метра', 'погонных метров', 'погонный метр', 'погонного метра', 'погонных метров'),
  ('кг', 'кг', 1, true, 'килограмм', 'килограмма', 'килограммов', 'килограмм', 'килограмма', 'килограммов'),
  ('0,1 кг', 'кг', 10, true, 'килограмм', 'килограмма', 'килограммов', 'килограмм', 'килограмма', 'килограммов'),
  ('0,5 кг', 'кг', 2, true, 'килограмм', 'килограмма', 'килограммов', 'килограмм', 'килограмма', 'килограммов'),
  ('г', 'г', 1, true, 'грамм', 'грамма', 'граммов', 'грамм', 'грамма', 'граммов'),
  ('т', 'т', 1, true, 'тонна', 'тонны', 'тонн', 'тонну', 'тонны', 'тонн'),
  ('0,1 т', 'т', 10, true, 'тонна', 'тонны', 'тонн', 'тонну', 'тонны', 'тонн'),
  ('л', 'л', 1, true, 'литр', 'литра', 'литров', 'литр', 'литра', 'литров'),
  ('мл', 'мл', 1, true, null, null, null, null, null, null),
  ('мм', 'мм', 1, true, null, null, null, null, null, null),
  ('см', 'см', 1, true, null, null, null, null, null, null),
  ('м²', 'м²', 1, true, null, null, null, null, null, null),
  ('0,1 м²', 'м²', 10, true, null, null, null, null, null, null),
  ('м³', 'м³', 1, true, null, null, null, null, null, null),
  ('0,1 м³', 'м³', 10, true, null, null, null, null, null, null),
  ('меш.', 'меш.', 1, false, 'мешок', 'мешка', 'мешков', 'мешок', 'мешка', 'мешков'),
  ('упак.', 'упак.', 1, false, 'упаковка', 'упаковки', 'упаковок', 'упаковку', 'упаковки', 'упаковок'),
  ('пачка', 'пач.', 1, false, 'пачка', 'пачки', 'пачек', 'пачку', 'пачки', 'пачек'),
  ('пара', 'пара', 1, false, 'пара', 'пары', 'пар', 'пару', 'пары', 'пар'),
  ('лист', 'лист', 1, false, 'лист', 'листа', 'листов', 'лист', 'листа', 'листов'),
  ('набор', 'набор', 1, false, 'набор', 'набора', 'наборов', 'набор', 'набора', 'наборов'),
  ('компл.', 'компл.', 1, false, 'комплект', 'комплекта', 'комплектов', 'комплект', 'комплекта', 'комплектов'),
  ('бухта', 'бухта', 1, false, 'бухта', 'бухты', 'бухт', 'бухту', 'бухты', 'бухт'),
  ('рул.', 'рул.', 1, false, 'рулон', 'рулона', 'рулонов', 'рулон', 'рулона', 'рулонов'),
  ('боб.', 'боб.', 1, false, 'бобина', 'бобины', 'бобин', 'бобину', 'бобины', 'бобин'),
  ('катушка', 'кат.', 1, false, 'катушка', 'катушки', 'катушек', 'катушку', 'катушки', 'катушек'),
  ('моток', 'моток', 1, false, 'моток', 'мотка', 'мотков', 'моток', 'мотка', 'мотков'),
  ('банка', 'банка', 1, false, 'банка', 'банки', 'банок', 'банку', 'банки', 'банок'),
  ('ведро', 'ведро', 1, false, 'ведро', 'ведра', 'вёдер', 'ведро', 'ведра', 'вёдер'),
  ('канистра', 'канистра', 1, false, 'канистра', 'канистры', 'канистр', 'канистру', 'канистры', 'канистр'),
  ('бут.', 'бут.', 1, false, 'бутылка', 'бутылки', 'бутылок', 'бутылку', 'бутылки', 'бутылок'),
  ('флак.', 'флак.', 1, false, 'флакон', 'флакона', 'флаконов', 'флакон', 'флакона', 'флаконов'),
  ('туба', 'туба', 1, false, 'туба', 'тубы', 'туб', 'тубу', 'тубы', 'туб'),
  ('баллон', 'баллон', 1, false, 'баллон', 'баллона', 'баллонов', 'баллон', 'баллона', 'баллонов'),
  ('ящ.', 'ящ.', 1, false, 'ящик', 'ящика', 'ящиков', 'ящик', 'ящика', 'ящиков'),
  ('коробка', 'кор.', 1, false, 'коробка', 'коробки', 'коробок', 'коробку', 'коробки', 'коробок'),
  ('поддон', 'поддон', 1, false, 'поддон', 'поддона', 'поддонов', 'поддон', 'поддона', 'поддонов'),
  ('плита', 'плита', 1, false, 'плита', 'плиты', 'плит', 'плиту', 'плиты', 'плит'),
  ('изд.', 'изд.', 1, false, 'изделие', 'изделия', 'изделий', 'изделие', 'изделия', 'изделий'),
  ('мес.', 'мес.', 1, false, 'месяц', 'месяца', 'месяцев', 'месяц', 'месяца', 'месяцев'),
  ('дн.', 'дн.', 1, false, 'день', 'дня', 'дней', 'день', 'дня', 'дней'),
  ('сут.', 'сут.', 1, false, 'сутки', 'суток', 'суток', 'сутки', 'суток', 'суток'),
  ('год', 'год', 1, false, 'год', 'года', 'лет', 'год', 'года', 'лет'),
  ('лампа', 'лампа', 1, false, 'лампа', 'лампы', 'ламп', 'лампу', 'лампы', 'ламп'),
  ('предмет', 'предмет', 1, false, 'предмет', 'предмета', 'предметов', 'предмет', 'предмета', 'предметов'),
  ('модуль', 'модуль', 1, false, 'модуль', 'модуля', 'модулей', 'модуль', 'модуля', 'модулей'),
  ('ступень', 'ступень', 1, false, 'ступень', 'ступени', 'ступеней', 'ступень', 'ступени', 'ступеней'),
  ('секция', 'секция', 1, false, 'секция', 'секции', 'секций', 'секцию', 'секции', 'секций');

update units set larger = 'год', larger_count = 12, larger_from = 60 where name = 'мес.';

-- Attributes name their unit as the table does.
update attributes set unit = 'дн.' where unit in ('день', 'дня', 'дней');
update attributes set unit = 'мес.' where unit in ('месяц', 'месяца', 'месяцев', 'мес');
update attributes set unit = 'лампа' where unit in ('лампы', 'ламп');
