import { type Db, preparedStatement } from '#platform/database.ts';
import { isSlug } from '#shared/listing-query.ts';
import type { ProductDocument } from './product-rows.ts';

export type Brand = {
  id: number;
  slug: string;
  name: string;
  country: string | null;
  description: string | null;
  logo: string | null;
};

const selectBrand = preparedStatement<Brand>(
  'brand',
  'select id, slug, name, country, description, logo from brands where slug = $1::text',
);
const selectFormer = preparedStatement<{ slug: string }>(
  'brand_former_slug',
  'select b.slug from brand_former_slugs f join brands b on b.id = f.brand_id where f.slug = $1::text',
);

/** By its present slug (`movedBrand` for former ones); null: there is none. */
export async function getBrand(db: Db, slug: string): Promise<Brand | null> {
  if (!isSlug(slug)) return null;
  const [brand] = await selectBrand(db, [slug]);
  return brand ?? null;
}

/** Where a brand that had this slug stands now (301), or null. */
export async function movedBrand(db: Db, slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null;
  const [former] = await selectFormer(db, [slug]);
  return former?.slug ?? null;
}

/** A certificate of a brand's goods; one paper of many goods stands once. */
export type BrandCertificate = Pick<ProductDocument, 'name' | 'file' | 'size_bytes' | 'issued_on' | 'kind'> & {
  /** How many cards it belongs to, and the name of one of them. */
  count: number;
  product: string;
};

/**
 * What stands on a brand's page beside its goods. `dealer`: only as long as its paper is good on `today`
 * ('YYYY-MM-DD').
 */
export async function brandPapers(
  db: Db,
  brand_id: number,
  today: string,
): Promise<{
  certificates: BrandCertificate[];
  dealer: { status: string; file: string | null; until: string | null } | null;
}> {
  const [certificates, [dealer]] = await Promise.all([
    selectCertificates(db, [brand_id]),
    selectDealership(db, [brand_id, today]),
  ]);
  return { certificates, dealer: dealer ?? null };
}

const selectCertificates = preparedStatement<BrandCertificate>(
  'brand_certificates',
  `select d.file, d.kind, min(d.name) as name, min(d.size_bytes) as size_bytes, max(d.issued_on) as issued_on,
    count(distinct p.model_id)::int as count, min(p.name) as product
  from products p join product_documents d on d.product_id = p.id and d.kind = 'certificate'
  where p.brand_id = $1::int and p.switched_off_at is null
  group by d.file, d.kind order by max(d.issued_on) desc nulls last, d.file limit 50`,
);

const selectDealership = preparedStatement<{ status: string; file: string | null; until: string | null }>(
  'brand_dealership',
  `select status, file, until from brand_dealerships
  where brand_id = $1::int and since <= $2::date and (until is null or until >= $2::date)`,
);
