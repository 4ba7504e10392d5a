import '../../parts/written/posts.css';
import './blog.css';
import './picks.css';
import { Form, redirect } from 'react-router';
import { listArticles, seasonArticles } from '#modules/blog/queries.ts';
import { seasonsOn } from '#modules/blog/seasons.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { blogUrl, catalogUrl, homeCrumb } from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { Route } from './+types/list-route.ts';
import { ArticleCard } from './article-card.tsx';
import { feedLink } from './feed-link.ts';
import { listArticle, picksTitle } from './list-article.ts';

const longestQuery = 100;
const mostPicks = 3;

/**
 * Articles of this branch: topics, picks of the season, search inside (S2-04). Topics, search and further pages are not
 * indexed.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department } = requestContext;
  const params = new URL(request.url).searchParams;
  const q = (params.get('q') ?? '').trim().slice(0, longestQuery);
  const topic = params.get('topic') || null;
  const page = Number(/^[1-9]\d{0,3}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  // As in the lists of goods: what is no further page leads to the clean address.
  if (params.has('page') && page === 1) throw redirect(listUrl({ q, topic, page }), 302);
  const isWhole = !q && topic === null;
  const isPlain = isWhole && page === 1;
  const now = shownAt(requestContext);
  const seasons = seasonsOn(localTime(now, department.time_zone).date);
  // What stands above as the season's pick is not repeated below, on no page of the list.
  const picks = isWhole ? await seasonArticles(db, department.id_1c, seasons, mostPicks, now) : [];
  const except = picks.map(({ id }) => id);
  const [list, text] = await Promise.all([
    listArticles(db, department.id_1c, { topic, q, page, except }, now, requestContext.preview?.drafts),
    seoTexts(db, department, 'blog', '', { host: requestContext.host }),
  ]);
  const known = await (topic !== null && !list.topics.some(({ slug }) => slug === topic)
    ? listArticles(db, department.id_1c, { topic, q: '', page: 1 }, now)
    : list);
  if (page > 1 && page > list.pages) throw notFound();
  if (topic !== null && !known.topics.some(({ slug }) => slug === topic)) throw notFound();
  const urlOf = (changed: { topic?: string | null; page?: number }) =>
    listUrl({ q, topic: changed.topic === undefined ? topic : changed.topic, page: changed.page ?? 1 });
  const pages = Array.from({ length: list.pages }, (_, at) => urlOf({ page: at + 1 }));
  const chosen = known.topics.find(({ slug }) => slug === topic);
  const crumbs = [homeCrumb, ...(chosen ? [{ name: text.unique_title, url: blogUrl() }] : [])];
  const h1 = chosen?.name ?? text.unique_title;
  return {
    device: requestContext.device,
    crumbs,
    h1,
    q,
    topic,
    page,
    pages,
    total: list.total,
    corrected: list.corrected,
    topics: [
      { name: 'Все темы', url: urlOf({ topic: null }), count: list.all, is_on: topic === null },
      ...list.topics.map(({ slug, name, count }) => ({
        name,
        url: urlOf({ topic: slug }),
        count,
        is_on: slug === topic,
      })),
    ],
    picks: (isPlain ? picks : []).map((article) => listArticle(article, department.time_zone, now)),
    picks_title: picksTitle(picks.map(({ season }) => season)),
    articles: list.items.map((article) => listArticle(article, department.time_zone, now)),
    html: isPlain ? cleanHtml(text.text) : '',
    seo: seoOf(requestContext, {
      title: q ? `${q}: поиск в блоге — ИДД` : page > 1 ? `${text.title}, страница ${page}` : text.title,
      description: text.description,
      keywords: text.keywords,
      path: blogUrl(),
      isIndexable: isPlain && [...params].length === 0,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, h1)],
    }),
  };
}

function listUrl({ q, topic, page }: { q: string; topic: string | null; page: number }): string {
  const params = new URLSearchParams();
  if (topic) params.set('topic', topic);
  if (q) params.set('q', q);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query ? `${blogUrl()}?${query}` : blogUrl();
}

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaOf(loaderData?.seo), feedLink];

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { h1, q, topic, page, pages, total, corrected, topics, picks, picks_title, articles, html, crumbs, device } =
    loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={h1} device={device} />
      <div className="title blog__title">
        <h1>{unbroken(h1)}</h1>
        <span>{countOf(total, 'статья', 'статьи', 'статей')}</span>
      </div>
      <Form method="get" action={blogUrl()} className="blog__search" role="search" aria-label="Поиск по статьям">
        {topic ? <input type="hidden" name="topic" value={topic} /> : null}
        <label className="sr" htmlFor="blog-q">
          Искать в блоге
        </label>
        <input
          key={q}
          id="blog-q"
          className="input"
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Искать в блоге"
          maxLength={longestQuery}
          enterKeyHint="search"
        />
        <button className="btn btn--quiet" type="submit">
          <Icon name="search" />
          Найти
        </button>
      </Form>
      <nav className="chips blog__topics" aria-label="Темы">
        {topics.map((one) => (
          <Link
            key={one.url}
            className={`chip${one.is_on ? ' chip--on' : ''}`}
            to={one.url}
            aria-current={one.is_on ? 'true' : undefined}
          >
            {one.name}
            <span className="n">{one.count}</span>
          </Link>
        ))}
      </nav>
      {corrected ? <p className="soft blog__said">{`Искали «${corrected}»: по запросу «${q}» статей нет.`}</p> : null}
      {picks.length > 0 ? (
        <section className="block block--near" aria-labelledby="blog-picks">
          <h2 id="blog-picks">{picks_title}</h2>
          <div className="posts posts--picks">
            {picks.map((article, index) => (
              <ArticleCard key={article.id} article={article} heading="h3" priority={index === 0} />
            ))}
          </div>
        </section>
      ) : null}
      {articles.length > 0 ? (
        <section className="block block--near" aria-labelledby="blog-all">
          <h2 id="blog-all" className={picks.length > 0 ? undefined : 'sr'}>
            {q ? 'Найденные статьи' : 'Новые статьи'}
          </h2>
          <div className="posts">
            {articles.map((article) => (
              <ArticleCard key={article.id} article={article} heading="h3" />
            ))}
          </div>
        </section>
      ) : picks.length > 0 ? null : (
        <div className="blog__none">
          <p className="b">{q ? `По запросу «${q}» статей не нашлось.` : 'Статей пока нет.'}</p>
          <p className="row blog__ways">
            {q || topic ? (
              <Link className="btn btn--primary" to={blogUrl()}>
                Показать все статьи
              </Link>
            ) : null}
            <Link className="link" to={catalogUrl()}>
              Перейти в каталог
            </Link>
          </p>
        </div>
      )}
      {pages.length > 1 ? (
        <Pager current={page} first={page} pages={pages.length} urlOf={(number) => pages[number - 1] ?? blogUrl()} />
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
      {html ? <div className="prose block" dangerouslySetInnerHTML={{ __html: html }} /> : null}
    </>
  );
}
