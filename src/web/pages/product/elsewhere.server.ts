import { type OtherBranch, otherBranches } from '#modules/catalogue/other-branches.ts';
import { quantityWords } from '#modules/catalogue/points.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { distanceWords, metresBetween, type Place } from '#shared/distance.ts';
import { daysWords } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { pricePer } from '#shared/unit-words.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * Another branch where it can be bought now; `facts`: how much, how far; `brought`: in
 * which time it is brought from there, and what the form that asks for it is about; null: no row says that it is.
 */
export type Elsewhere = {
  city: string;
  /** In words. */
  price: string;
  url: string;
  /** «более 10 м · 361 км» */
  facts: string;
  brought: { days: string; about: string; words: string } | null;
};

/**
 * Those first that goods are brought from, then the nearest, those whose place is not known last. `path`: of the
 * product's page.
 */
export async function readElsewhere(
  { db, requestContext, config }: Pick<Shop, 'db' | 'requestContext' | 'config'>,
  { id, shown_unit }: Pick<ProductPage, 'id' | 'shown_unit'>,
  path: string,
): Promise<Elsewhere[]> {
  const { department, origin } = requestContext;
  const [branches, departments] = await Promise.all([otherBranches(db, id, department.id_1c), departmentDirectory(db)]);
  const here = placeOf(department);
  const metresTo = (id_1c: string) => {
    const there = placeOf(departments.find((other) => other.id_1c === id_1c));
    return here && there ? metresBetween(here, there) : Number.POSITIVE_INFINITY;
  };
  return branches
    .map((branch) => ({ branch, metres: metresTo(branch.id_1c) }))
    .sort((a, b) => isFar(a.branch) - isFar(b.branch) || (a.metres === b.metres ? 0 : a.metres - b.metres))
    .map(({ branch, metres }) => {
      const { name_for_site: city, price, available, brought_days } = branch;
      const amount = quantityWords(available, shown_unit);
      const days = brought_days ? daysWords(brought_days) : null;
      return {
        city,
        price: pricePer(price, shown_unit),
        url: branchOrigin(branch, origin, config.MAIN_DOMAIN) + path,
        facts: unbroken([amount, ...(Number.isFinite(metres) ? [distanceWords(metres)] : [])].join(' · ')),
        brought:
          days === null
            ? null
            : {
                days,
                about: `bring:${id}.${branch.id_1c}`,
                words: unbroken(`${city}: ${amount}, привезём за ${days.replace('–', '–\u2060')}`),
              },
      };
    });
}

function isFar({ brought_days }: OtherBranch): number {
  return brought_days ? 0 : 1;
}

function placeOf(department: Department | undefined): Place | null {
  const { latitude, longitude } = department ?? {};
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;
}
