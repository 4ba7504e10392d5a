import { feedArticles } from '#modules/blog/queries.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { articleUrl, blogFeedUrl, blogUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { feedXml } from '#web/parts/written/feed.ts';
import type { Route } from './+types/feed-route.ts';

/** RSS of the branch's articles, on its own host. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const articles = await feedArticles(db, requestContext.department.id_1c, shownAt(requestContext));
  const xml = feedXml({
    title: `Блог ИДД ${inCity(requestContext.department.names_cases.prepositional)}`,
    description: 'Как выбрать и сколько купить: статьи о ремонте, доме и саде.',
    url: requestContext.origin + blogUrl(),
    feed_url: requestContext.origin + blogFeedUrl(),
    items: articles.map((article) => ({
      title: article.title,
      description: article.lead,
      category: article.topic_name,
      author: article.author,
      url: requestContext.origin + articleUrl(article.slug),
      published_at: article.published_at,
    })),
  });
  return new Response(xml, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
