-- Staff find orders by the beginnings of words of the buyer and the firm, of an email, of the firm's own number, and by
-- the end of a phone. In the locale C a quotation mark counts as a letter: words are cut out before.
create index orders_names_idx on orders using gin (to_tsvector('simple', regexp_replace(
  translate(lower(contact_name || ' ' || coalesce(company_name, '')), 'ё', 'е'), '[^0-9a-zа-я]+', ' ', 'g')));
create index orders_email_start_idx on orders (lower(contact_email) text_pattern_ops) where contact_email is not null;
create index orders_buyer_number_start_idx on orders (lower(buyer_number) text_pattern_ops)
  where buyer_number is not null;
create index orders_phone_end_idx on orders (reverse(contact_phone) text_pattern_ops);
-- And sort them by sum and by the day promised.
create index orders_total_idx on orders (total);
create index orders_receiving_date_idx on orders (receiving_date);
create index orders_receiving_date_last_idx on orders (receiving_date desc nulls last);

-- And goods by the beginnings of the words of their names.
create index products_name_words_idx on products using gin (to_tsvector('simple', regexp_replace(
  translate(lower(name), 'ё', 'е'), '[^0-9a-zа-я]+', ' ', 'g')));
