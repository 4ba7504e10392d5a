/**
 * Records that belong to all branches when they name none: goods and their order, content, promotions, search. Whoever
 * works in some branches only reads such lines. A line without a branch of anything else (prices, stock, staff,
 * customers, of whom only those of a branch are seen there, imports, exports) concerns several branches or all, and is
 * read by staff of all branches alone: a new kind of record is hidden until it is named here.
 */
export const commonResources = [
  ...[
    'actions',
    'articles',
    'attribute_types',
    'attributes',
    'attributes_drafts',
    'banners',
    'brands',
    'brands_drafts',
    'categories',
    'categories_drafts',
    'codes',
    'consents',
  ],
  ...['coupon-batches', 'coupons', 'credit-programs', 'forms', 'home_layouts', 'judged_queries', 'landing_texts'],
  ...['landings'],
  ...['loyalty-programmes', 'menu_links', 'missing_paths', 'page_versions', 'pages', 'products', 'products_drafts'],
  ...[
    'ready-sets',
    'redirects',
    'releases',
    'reply-templates',
    'search',
    'search_pins',
    'search_rules',
    'seo_texts',
    'seo_texts_drafts',
  ],
  ...['short_proposals', 'shorts', 'units', 'vacancies', 'wheels', 'wobblers'],
];
