import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * `node scripts/guide-pictures.ts FOLDER [NAME…]`: pictures of docs/back-office.md and docs/back-office/ from the
 * screenshots that the journeys of the back office leave in FOLDER (`looks` of test/support/back-office.ts, 1440 px
 * wide); all of them, or those that are named. What is not in the list any more is removed; a screenshot that is
 * missing stops the work. The results are committed.
 */
const pictures = [
  ...['first-run', 'first-run-removal', 'first-run-mail'],
  ...[
    'home',
    'losses',
    'sales-report',
    'order-board',
    'order-move',
    'order-list',
    'order-page',
    'order-edit',
    'order-proposal',
    'order-refund',
  ],
  ...['order-phone', 'handover-queue', 'handover-order', 'payments', 'refunds', 'receipts', 'payment-events'],
  ...['payments-compare', 'invoices', 'reply-templates', 'keys', 'webhook'],
  ...[
    'customers',
    'customer-saved',
    'customer-cards',
    'customer-agreements',
    'cards',
    'card',
    'firms',
    'firm-people',
    'firm-money',
  ],
  ...['tickets', 'reviews', 'questions', 'leads', 'goods-list', 'product', 'categories', 'category'],
  ...['category-of-1c', 'attribute-values', 'attribute-type', 'brand', 'unit'],
  ...['import', 'goods-import', 'prices', 'mass-change', 'price-plans', 'stock'],
  ...[
    'onec-packages',
    'onec-package',
    'onec-rollback',
    'onec-mapping',
    'onec-orders',
    'onec-order-files',
    'onec-unknown',
    'onec-nodes',
  ],
  ...['coupons', 'coupon', 'batch', 'bench-refused', 'action-goods', 'slide-new', 'wobblers', 'bonuses', 'wheel-new'],
  ...['credit', 'ready-set', 'campaign-codes', 'shelf-codes'],
  ...['search-misses', 'search-synonym', 'search-pins', 'seo-texts', 'seo-text', 'seo-problems', 'seo-redirects'],
  ...['seo-missing', 'pages', 'parts', 'compare', 'menu', 'home-layout', 'blog', 'article', 'landing', 'vacancies'],
  ...[
    'form',
    'mails',
    'samples',
    'email-words',
    'consents',
    'staff',
    'member',
    'invited',
    'branches',
    'branch',
    'branch-draft',
  ],
  ...[
    'branch-hours',
    'branch-requisites',
    'branch-blocks',
    'landing-text',
    'landing-comparison',
    'loss-measures',
    'goods-to-buy',
    'seo-shorts',
    'seo-feeds',
    'goods-sheet',
    'delivery-saved',
    'journal',
    'jobs',
    'bulk-jobs',
    'jobs-closing',
    'settings-saved',
  ],
  ...['settings-requisites', 'settings-contact-centre', 'settings-orders', 'settings-connections', 'branch-points'],
  ...[
    'settings-reserve',
    'settings-companies',
    'settings-support',
    'settings-reviews',
    'settings-forms',
    'settings-mail',
    'settings-security',
  ],
  ...[
    'stock-short',
    'short',
    'search-redirects',
    'search-stop-words',
    'search-quality',
    'search-judged',
    'submissions',
    'consent-withdrawal',
  ],
  ...['calendar', 'release', 'release-check', 'copy-plan', 'draft-product', 'drafts-list'],
  ...['attributes', 'brands', 'units', 'actions', 'slides', 'wobbler-new', 'credit-list', 'wheels', 'ready-sets'],
  ...['plan-stopped', 'releases', 'onec-job', 'webhooks', 'page', 'home-layouts', 'landings', 'vacancy', 'forms'],
  ...['owner-product', 'owner-branch', 'owner-shop', 'owner-assembled', 'owner-handed-over', 'owner-refunded'],
  ...['owner-plan', 'owner-package', 'owner-rolled-back', 'owner-journal'],
];

const mostBytes = 80 * 1024;
const target = join(import.meta.dirname, '../docs/images/back-office');

const [folder, ...named] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the screenshots: node scripts/guide-pictures.ts FOLDER [NAME…]');
const unknown = named.find((name) => !pictures.includes(name));
if (unknown) throw new Error(`${unknown} stands in no list of this file`);
const made = named.length > 0 ? named : pictures;
await mkdir(target, { recursive: true });
let total = 0;
for (const name of made) {
  const picture = await pictureOf(join(folder, `${name}-1440.png`));
  await writeFile(join(target, `${name}.webp`), picture);
  total += picture.length;
}
for (const file of await readdir(target))
  if (!pictures.includes(file.replace('.webp', ''))) await rm(join(target, file));
console.log(`${made.length} pictures, ${Math.ceil(total / 1024)} KB`);

/** The best quality that keeps to the size. */
async function pictureOf(screenshot: string): Promise<Buffer> {
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const picture = await sharp(screenshot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= mostBytes) return picture;
  }
  throw new Error(`${screenshot} is too detailed for ${mostBytes} bytes`);
}
