-- S3-11: a record for every kind of page that the shop has or gets.
alter table seo_texts drop constraint seo_texts_kind_check;
alter table seo_texts add constraint seo_texts_kind_check check (kind in (
  'home', 'catalog', 'category', 'short', 'product', 'brands', 'brand', 'actions', 'action', 'blog', 'article',
  'vacancies', 'vacancy', 'landing', 'contacts', 'page'
));
