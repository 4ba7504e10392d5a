import type { ArticleRow } from '#modules/blog/queries.ts';
import { type ArticleSeason, articleSeasons } from '#modules/blog/schema.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { articleUrl } from '#shared/urls.ts';
import type { ListedArticle } from './article-card.tsx';

/** How lists show an article; dates by the branch's clock. */
export function listArticle(article: ArticleRow, time_zone: string, now: Date): ListedArticle {
  return {
    id: article.id,
    url: articleUrl(article.slug),
    title: article.title,
    lead: article.lead,
    topic: article.topic_name,
    picture: article.picture,
    published: zonedDayWords(article.published_at, time_zone, now),
    published_at: article.published_at.toISOString(),
    minutes: article.reading_minutes,
  };
}

/** Over the picks: «К Новому году» where all of them are of that season. */
export function picksTitle([first, ...others]: (ArticleSeason | null)[]): string {
  if (!first) return '';
  return others.every((season) => season === first) ? articleSeasons[first] : 'Сейчас пригодится';
}
