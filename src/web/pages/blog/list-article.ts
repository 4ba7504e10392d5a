import type { ArticleRow } from '#modules/blog/queries.ts';
import { formatDate } from '#shared/dates.ts';
import { articleUrl } from '#shared/urls.ts';
import type { ListedArticle } from './article-card.tsx';

/** How lists show an article; dates by the branch's clock. */
export function listArticle(article: ArticleRow, time_zone: string): ListedArticle {
  return {
    id: article.id,
    url: articleUrl(article.slug),
    title: article.title,
    lead: article.lead,
    topic: article.topic_name,
    picture: article.picture,
    published: formatDate(article.published_at, time_zone),
    published_at: article.published_at.toISOString(),
    minutes: article.reading_minutes,
  };
}
