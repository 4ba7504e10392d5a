import '../../parts/written/posts.css';
import './blog.css';
import '../../parts/blocks/blocks.css';
import '../../parts/forms/forms.css';
import { redirect } from 'react-router';
import { type Article, articleToPreview, findArticle, relatedArticles } from '#modules/blog/queries.ts';
import { seasonsOn } from '#modules/blog/seasons.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { readPreview } from '#modules/content/preview-link.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { unbroken } from '#shared/unbroken.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { articleUrl, blogUrl, categoryUrl, homeCrumb } from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import { readBlocks } from '#web/parts/blocks/read-blocks.server.ts';
import { readSet } from '#web/parts/blocks/read-set.server.ts';
import { questionsOf } from '#web/parts/blocks/shown-blocks.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { articleLd, breadcrumbList, faqPage } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';
import { ArticleCard } from './article-card.tsx';
import { blocksWithContents } from './contents.ts';
import { feedLink } from './feed-link.ts';
import { listArticle } from './list-article.ts';

const Blocks = deferred(() => import('#web/parts/blocks/blocks.tsx').then((loaded) => loaded.Blocks));
const GoodsSet = deferred(() => import('#web/parts/blocks/goods-set.tsx').then((loaded) => loaded.GoodsSet));

const mostRelated = 3;
const mostSimilarGoods = 5;

/**
 * One article (S2-04). A former address answers 301; goods stand with this branch's own price, unit and stock, missing
 * ones are skipped.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext } = site;
  const { department, priceContext } = requestContext;
  const preview = new URL(request.url).searchParams.get('preview');
  const found = await (preview === null
    ? findArticle(db, department.id_1c, params.slug, shownAt(requestContext), requestContext.preview?.drafts)
    : previewed(site, params.slug, preview));
  if (!found) throw notFound();
  if ('moved_to' in found) throw redirect(articleUrl(found.moved_to), 301);
  const { article } = found;
  const path = articleUrl(article.slug);
  const now = shownAt(requestContext);
  const seasons = seasonsOn(localTime(now, department.time_zone).date);
  const [shown, related, similar, text] = await Promise.all([
    readBlocks({ ...site, now }, article.blocks),
    relatedArticles(db, department.id_1c, article, { limit: mostRelated, seasons }, now),
    orNothing(
      similarGoods(db, priceContext, article),
      null,
      quietly(site.log, 'product', 'goods beside an article failed'),
    ),
    seoTexts(db, department, 'article', article.slug, { host: requestContext.host, name: article.title }),
  ]);
  const { blocks, contents } = blocksWithContents(shown);
  const set = await readSet(db, priceContext, shown);
  const faq = questionsOf(shown);
  const crumbs = [homeCrumb, { name: 'Блог', url: blogUrl() }];
  return {
    device: requestContext.device,
    crumbs,
    title: article.title,
    heading: text.unique_title || article.title,
    lead: article.lead,
    author: article.author,
    topic: { name: article.topic_name, url: `${blogUrl()}?topic=${article.topic}` },
    picture: article.picture,
    published: zonedDayWords(article.published_at, department.time_zone, now),
    published_at: article.published_at.toISOString(),
    updated: article.updated_at && zonedDayWords(article.updated_at, department.time_zone, now),
    updated_at: article.updated_at?.toISOString() ?? null,
    minutes: article.reading_minutes,
    contents,
    blocks,
    set,
    similar,
    related: related.map((other) => listArticle(other, department.time_zone, now)),
    seo: seoOf(requestContext, {
      title: text.title,
      description: text.description || article.lead,
      keywords: text.keywords,
      path,
      isIndexable: preview === null,
      image: article.picture,
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, article.title),
        articleLd(requestContext.origin, path, article, (await readSetting(db, 'company')).name),
        ...(faq.length > 0 ? [faqPage(faq)] : []),
      ],
    }),
    is_preview: preview !== null,
  };
}

/** A signed link shows an article before it is published. */
async function previewed({ db, keys }: Shop, slug: string, token: string) {
  const id = readPreview(keys, 'article', token);
  return id === null ? null : articleToPreview(db, slug, id);
}

/** What else the category of the article's first product holds; null: nothing. */
async function similarGoods(db: Db, priceContext: PriceContext, { blocks }: Article) {
  const idcodes = blocks.flatMap((block) => (block.type === 'products' ? block.idcodes : []));
  const [first] = await productCards(db, priceContext, { idcodes: idcodes.slice(0, 1) });
  if (!first?.category_code) return null;
  const limit = mostSimilarGoods + idcodes.length;
  const found = await query(db, priceContext, {
    category: first.category_code,
    filters: {},
    in_stock: true,
    sort: 'popular',
    page: 1,
    limit: Math.min(limit, 40),
  });
  const items = found.items.filter((card) => !idcodes.includes(card.idcode)).slice(0, mostSimilarGoods);
  return items.length > 0 ? { items: items.map(listed), url: categoryUrl(first.category_code) } : null;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [...metaOf(loaderData?.seo), feedLink];

export default function ArticlePage({ loaderData, params }: Route.ComponentProps) {
  const { title, heading, lead, author, topic, picture, minutes, contents, blocks, set, similar, related } = loaderData;
  const { crumbs, device } = loaderData;
  const { published, published_at, updated, updated_at, is_preview } = loaderData;
  const goods =
    set.lines.length > 0 ? (
      <div className="article__goods">
        <GoodsSet key={params.slug} id={`article-${params.slug}`} title="Всё из статьи" {...set}>
          Всё из статьи в корзину
        </GoodsSet>
      </div>
    ) : null;
  // A phone has no room beside the text: what is bought as one purchase stands before the goods one by one.
  const first = device === 'mobile' && goods ? blocks.findIndex(({ type }) => type === 'goods') : -1;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={title} device={device} />
      {is_preview ? <Note kind="warn">Просмотр по ссылке: так статья выглядит с последней правкой</Note> : null}
      <article className="article">
        <header className="article__head">
          <div>
            <p className="small">
              <Link className="link" to={topic.url}>
                {topic.name}
              </Link>
            </p>
            <h1>{unbroken(heading)}</h1>
            <p className="article__lead">{unbroken(lead)}</p>
            <p className="small soft article__meta">
              <span>{author}</span>
              <span>
                <time dateTime={published_at}>{published}</time>
              </span>
              {updated && updated_at ? (
                <span>
                  обновлено <time dateTime={updated_at}>{updated}</time>
                </span>
              ) : null}
              <span>Читать {minutes} мин</span>
            </p>
          </div>
          {picture ? (
            <div className="article__pic">
              <Picture path={picture} preset="contain" width={400} height={400} alt="" priority />
            </div>
          ) : null}
        </header>
        <div className="article__grid">
          <div className="article__body">
            {contents.length > 1 ? (
              <nav className="article__contents" aria-labelledby="article-contents">
                <h2 className="h3" id="article-contents">
                  В статье
                </h2>
                <ol>
                  {contents.map((part) => (
                    <li key={part.id}>
                      <a className="link" href={`#${part.id}`}>
                        {part.text}
                      </a>
                    </li>
                  ))}
                </ol>
              </nav>
            ) : null}
            <Blocks blocks={first < 0 ? blocks : blocks.slice(0, first)} device={device} />
            {first < 0 ? null : (
              <>
                {goods}
                <Blocks blocks={blocks.slice(first)} device={device} />
              </>
            )}
          </div>
          {first < 0 ? goods : null}
        </div>
      </article>
      {similar ? (
        <Rail
          title="Ещё по теме в каталоге"
          products={similar.items}
          device={device}
          more={{ url: similar.url, text: 'Вся категория', short: 'Все' }}
        />
      ) : null}
      {related.length > 0 ? (
        <section className="block">
          <h2>Читайте также</h2>
          <div className="posts">
            {related.map((other) => (
              <ArticleCard key={other.id} article={other} heading="h3" />
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}
