-- What a firm calls its order, and the building site it is for: on its papers, in its list, in 1C.
alter table orders
  add column buyer_number text check (length(buyer_number) between 1 and 50),
  add column building_site text check (length(building_site) between 1 and 200),
  add constraint orders_own_words_of_firms check (company_name is not null or num_nonnulls(buyer_number, building_site) = 0);
