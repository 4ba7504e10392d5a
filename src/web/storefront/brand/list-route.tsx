import { listBrands } from '#modules/catalogue/brands.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { brandsUrl, brandUrl, homeUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Alphabet } from '#web/ui/alphabet.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import type { Route } from './+types/list-route.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const brands = await listBrands(db);
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  const city = inCity(visit.department.names_cases.prepositional);
  return {
    device: visit.device,
    crumbs,
    brands,
    seo: seoOf(visit, {
      title: `Бренды ${city} — ИДД`,
      description: `Бренды в магазине ИДД ${city}: ${countOf(brands.length, 'марка', 'марки', 'марок')} по алфавиту.`,
      path: brandsUrl(),
      jsonLd: [breadcrumbList(visit.origin, crumbs, 'Бренды')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Brands({ loaderData }: Route.ComponentProps) {
  const { brands, crumbs, device } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Бренды" device={device} />
      <div className="title">
        <h1>Бренды</h1>
        <span>{countOf(brands.length, 'марка', 'марки', 'марок')}</span>
      </div>
      <Alphabet heading="h2" entries={brands.map(({ slug, name, count }) => ({ name, url: brandUrl(slug), count }))} />
    </>
  );
}
