import { sql } from 'kysely';
import { branchMenu } from '#modules/catalogue/menu.ts';
import type { Db } from '#platform/database.ts';
import {
  actionsUrl,
  actionUrl,
  articleUrl,
  blogUrl,
  brandsUrl,
  cartUrl,
  catalogUrl,
  categoryUrl,
  compareUrl,
  contactsUrl,
  discountsUrl,
  favoritesUrl,
  findOrderUrl,
  fortuneUrl,
  homeCrumb,
  landingUrl,
  magicUrl,
  noveltiesUrl,
  orderHelpUrl,
  vacanciesUrl,
  vacancyUrl,
  viewedUrl,
  writtenPageUrl,
} from '#shared/urls.ts';
import { listPages } from './pages.ts';

export type SiteMapLink = { name: string; url: string; children?: SiteMapLink[] };
export type SiteMapGroup = { title: string; links: SiteMapLink[] };

/** So many of each kind of dated page, the newest; the rest is one step further, in its list. */
const most = 50;

/**
 * Pages of the shop that a branch's visitor can open now, by groups: from the tables of every kind, so that nothing is
 * forgotten or dead. `hasGoods`: by the id of a category; one without goods is left out, as in the catalogue.
 */
export async function readSiteMap(
  db: Db,
  department_id_1c: string,
  now = new Date(),
  hasGoods: (category_id: number) => boolean = () => true,
): Promise<SiteMapGroup[]> {
  const own = sql<boolean>`(department_id_1c is null or department_id_1c = ${department_id_1c})`;
  const [menu, pages, actions, articles, vacancies, landings, wheel] = await Promise.all([
    branchMenu(db, department_id_1c),
    listPages(db, { department_id_1c, now }),
    sql<{ key: string; name: string }>`
      select slug as key, name from actions
      where not is_draft and starts_at <= ${now} and ends_at > ${now} and ${own} order by ends_at limit ${most}`.execute(
      db,
    ),
    sql<{ key: string; name: string }>`
      select slug as key, title as name from articles
      where not is_draft and published_at <= ${now} and coalesce(withdrawn_at > ${now}, true) and ${own}
      order by published_at desc limit ${most}`.execute(db),
    sql<{ key: string; name: string }>`
      select v.id::text as key, v.title as name from vacancies v join departments d on d.id_1c = v.department_id_1c
      where coalesce(d.branch_id_1c, d.id_1c) = ${department_id_1c} and not v.is_draft and v.published_at <= ${now} and v.closed_at is null and coalesce(v.valid_until > ${now}, true)
      order by v.title limit ${most}`.execute(db),
    sql<{ key: string; name: string }>`
      select l.slug as key, l.name from landings l
      where coalesce(l.starts_at <= ${now}, true) and coalesce(l.ends_at > ${now}, true)
        and exists (select from landing_pages p where p.landing_id = l.id and p.published_at <= ${now} and p.variant = 'a' and (p.department_id_1c is null or p.department_id_1c = ${department_id_1c}))
      order by l.name limit ${most}`.execute(db),
    sql<{ title: string }>`
      select title from fortune_campaigns
      where published_at <= ${now} and starts_at <= ${now} and ends_at > ${now} and closed_at is null limit 1`.execute(
      db,
    ),
  ]);
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const written = (slugs: string[]): SiteMapLink[] =>
    slugs.flatMap((slug) => {
      const name = titles.get(slug);
      return name === undefined ? [] : [{ name, url: writtenPageUrl(slug) }];
    });
  const rows = (found: { rows: { key: string; name: string }[] }, url: (key: string) => string): SiteMapLink[] =>
    found.rows.map(({ key, name }) => ({ name, url: url(key) }));
  const placed = new Set([...forBuyers, ...forBusiness, ...aboutUs, ...rules, 'site-map', 'contacts', 'order-help']);
  const others = pages.map(({ slug }) => slug).filter((slug) => !placed.has(slug) && !slug.startsWith('consent-'));
  const groups: SiteMapGroup[] = [
    {
      title: 'Каталог',
      links: menu
        .filter(({ id }) => hasGoods(id))
        .map((root) => ({
          name: root.name,
          url: categoryUrl(root.code),
          children: root.children
            .filter(({ id }) => hasGoods(id))
            .map(({ name, code }) => ({ name, url: categoryUrl(code) })),
        })),
    },
    {
      title: 'Покупки',
      links: [
        homeCrumb,
        { name: 'Весь каталог', url: catalogUrl() },
        { name: 'Все скидки', url: discountsUrl() },
        { name: 'Новинки', url: noveltiesUrl() },
        { name: 'Бренды', url: brandsUrl() },
        { name: 'Корзина', url: cartUrl() },
        { name: 'Избранное', url: favoritesUrl() },
        { name: 'Сравнение', url: compareUrl() },
        { name: 'Просмотренное', url: viewedUrl() },
        { name: 'Найти заказ', url: findOrderUrl() },
      ],
    },
    { title: 'Покупателям', links: [...written(forBuyers), { name: 'Помощь с заказом', url: orderHelpUrl() }] },
    { title: 'Бизнесу', links: written(forBusiness) },
    { title: 'Компания', links: [...written(aboutUs), { name: 'Контакты', url: contactsUrl() }, ...written(others)] },
    { title: 'Правила', links: written(rules) },
    {
      title: 'Акции',
      links: [
        { name: 'Все акции', url: actionsUrl() },
        ...rows(actions, actionUrl),
        { name: 'Мастерская Нового года', url: magicUrl() },
        ...wheel.rows.map(({ title }) => ({ name: title, url: fortuneUrl() })),
        ...rows(landings, landingUrl),
      ],
    },
    { title: 'Статьи', links: [{ name: 'Все статьи', url: blogUrl() }, ...rows(articles, articleUrl)] },
    {
      title: 'Вакансии',
      links: [{ name: 'Все вакансии', url: vacanciesUrl() }, ...rows(vacancies, (id) => vacancyUrl(Number(id)))],
    },
  ];
  return groups.filter(({ links }) => links.length > 0);
}

const forBuyers = ['delivery', 'pay', 'returns', 'kredit', 'bonus-card', 'idd-card'];
const forBusiness = ['professionalam', 'business-card', 'cooperation'];
const aboutUs = ['about'];
const rules = ['offer', 'sale-rules', 'recommendations', 'privacy-policy', 'bonus-rules'];
