import './brand.css';
import { useState } from 'react';
import { Form, redirect } from 'react-router';
import { type BrandCount, listBrands } from '#modules/catalogue-index/brands-with-goods.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { inCity } from '#shared/cities.ts';
import { folded } from '#shared/folded.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { brandsUrl, brandUrl, homeCrumb } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { letterId, letterOf } from '#web/ui/alphabet.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/list-route.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const longestQuery = 60;

/**
 * All brands that have goods. `?root=` keeps those of one department. `?q=` is the search without JavaScript, among all
 * of them; with it the list narrows while one types.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const query = new URL(request.url).searchParams;
  const q = (query.get('q') ?? '').trim().slice(0, longestQuery);
  const [brands, text] = await Promise.all([
    listBrands(db),
    seoTexts(db, requestContext.department, 'brands', '', { host: requestContext.host }),
  ]);
  const roots = rootsOf(brands);
  const root = q === '' ? (roots.find(({ code }) => code === query.get('root'))?.code ?? '') : '';
  const kept = Object.entries({ q, root }).filter(([, value]) => value);
  const clean = kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
  if (clean !== new URL(request.url).search) throw redirect(brandsUrl() + clean, 302);
  const crumbs = [homeCrumb];
  const city = inCity(requestContext.department.names_cases.prepositional);
  return {
    device: requestContext.device,
    crumbs,
    brands,
    heading: text.unique_title,
    q,
    roots,
    root,
    seo: seoOf(requestContext, {
      title: text.title || `Бренды ${city} — ИДД`,
      description:
        text.description ||
        `Бренды в магазине ИДД ${city}: ${countOf(brands.length, 'бренд', 'бренда', 'брендов')} по алфавиту.`,
      keywords: text.keywords,
      path: brandsUrl(),
      isIndexable: clean === '',
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, 'Бренды')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Brands({ loaderData }: Route.ComponentProps) {
  const { brands, heading, crumbs, device, q, roots, root } = loaderData;
  const [typed, setTyped] = useState(q);
  const isFound = (brand: BrandCount) =>
    typed.trim() === '' ? root === '' || brand.root?.code === root : isNamed(brand, typed);
  const [fullest] = brands.toSorted((a, b) => b.count - a.count);
  const shown = brands.filter(isFound).sort((a, b) => a.name.localeCompare(b.name, 'ru'));
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Бренды" device={device} />
      <div className="title">
        <h1>{heading}</h1>
        <span role="status">{countOf(shown.length, 'бренд', 'бренда', 'брендов')}</span>
      </div>
      <Form
        method="get"
        action={brandsUrl()}
        className="brands__find"
        role="search"
        aria-label="Поиск по брендам"
        onSubmit={(event) => event.preventDefault()}
      >
        <Field
          key={root}
          name="q"
          label="Название бренда"
          placeholder={fullest && `Например, ${fullest.name}`}
          defaultValue={q}
          maxLength={longestQuery}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn--line">
          Найти
        </button>
      </Form>
      <nav className={device === 'mobile' ? 'scrollx brands__roots' : 'chips brands__roots'} aria-label="Разделы">
        {[{ code: '', name: 'Все', count: brands.length }, ...roots].map(({ code, name, count }) => (
          <Link
            key={code}
            className={`chip${code === root ? ' chip--on' : ''}`}
            to={code === '' ? brandsUrl() : `${brandsUrl()}?root=${code}`}
            aria-current={code === root ? 'true' : undefined}
            preventScrollReset
            onClick={() => setTyped('')}
          >
            {name}
            <span className="n">{formatCount(count)}</span>
          </Link>
        ))}
      </nav>
      {root === '' ? <Letters brands={shown} /> : null}
      {shown.length > 0 ? (
        <ul className="brands__logos">
          {shown.map(({ slug, name, logo, count, root: section }, index) => {
            const letter = letterOf(name);
            const before = shown[index - 1];
            const isFirst = !before || letterOf(before.name) !== letter;
            return (
              <li key={slug} id={isFirst ? letterId(letter) : undefined}>
                <Link to={brandUrl(slug)}>
                  {logo ? <Picture path={logo} preset="contain" width={120} height={64} alt={name} /> : <b>{name}</b>}{' '}
                  <span className="small soft num">
                    {section && root === '' ? <span className="brands__root">{unbroken(section.name)}</span> : null}
                    {countOf(count, 'товар', 'товара', 'товаров')}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="brands__none">
          Такого бренда у нас нет.{' '}
          <a className="link" href={brandsUrl()}>
            Показать все бренды
          </a>
        </p>
      )}
    </>
  );
}

const russianLetters = [...'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ'];
const latinLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Both alphabets and digits; a letter without brands is no link. A row in which nothing begins is left out. */
function Letters({ brands }: { brands: readonly BrandCount[] }) {
  const known = new Set(brands.map(({ name }) => letterOf(name)));
  const others = [...known].filter((letter) => !russianLetters.includes(letter) && !latinLetters.includes(letter));
  const rows = [russianLetters, latinLetters, others.sort()].filter((row) => row.some((letter) => known.has(letter)));
  return (
    <nav className="brands__letters" aria-label="Бренды по алфавиту">
      {rows.map((row) => (
        <p key={row[0]}>
          {row.map((letter) =>
            known.has(letter) ? (
              <a key={letter} href={`#${letterId(letter)}`}>
                {letter}
              </a>
            ) : (
              <span key={letter}>{letter}</span>
            ),
          )}
        </p>
      ))}
    </nav>
  );
}

/** Departments with the number of brands in each, those with most brands first. */
function rootsOf(brands: readonly BrandCount[]): { code: string; name: string; count: number }[] {
  const roots = Map.groupBy(
    brands.flatMap(({ root }) => root ?? []),
    ({ code }) => code,
  );
  return [...roots.values()]
    .flatMap(([first, ...others]) => (first ? [{ ...first, count: others.length + 1 }] : []))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'ru'));
}

/** By any part of the name, ё as е; or as it sounds in Latin letters, which is the slug. */
function isNamed({ name, slug }: BrandCount, typed: string): boolean {
  const wanted = folded(typed.trim());
  return wanted === '' || folded(name).includes(wanted) || slug.includes(wanted.replace(/\s+/g, '-'));
}
