import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { inCity } from '#shared/cities.ts';
import { escapeHtml } from '#shared/html.ts';
import { articleUrl, blogFeedUrl, blogUrl } from '#shared/urls.ts';
import { feedArticles } from './queries.ts';

export type Feed = {
  title: string;
  description: string;
  /** Absolute addresses. */
  url: string;
  feed_url: string;
  items: {
    title: string;
    description: string;
    category: string;
    author: string;
    url: string;
    published_at: Date;
  }[];
};

/** The branch's newest articles as RSS. `origin`: scheme and host of the branch; `now`: as of when. */
export async function blogFeed(db: Db, department: Department, origin: string, now = new Date()): Promise<string> {
  const articles = await feedArticles(db, department.id_1c, now);
  return feedXml({
    title: `Блог ИДД ${inCity(department.names_cases.prepositional)}`,
    description: 'Как выбрать и сколько купить: статьи о ремонте, доме и саде.',
    url: origin + blogUrl(),
    feed_url: origin + blogFeedUrl(),
    items: articles.map((article) => ({
      title: article.title,
      description: article.lead,
      category: article.topic_name,
      author: article.author,
      url: origin + articleUrl(article.slug),
      published_at: article.published_at,
    })),
  });
}

/**
 * RSS 2.0; the newest item dates the channel, so an unchanged feed is the same text. Control characters, which XML
 * forbids, are dropped.
 */
export function feedXml(feed: Feed): string {
  const [newest] = feed.items;
  const items = feed.items.map(
    (item) => `    <item>
      <title>${escaped(item.title)}</title>
      <link>${escaped(item.url)}</link>
      <guid isPermaLink="true">${escaped(item.url)}</guid>
      <pubDate>${item.published_at.toUTCString()}</pubDate>
      <category>${escaped(item.category)}</category>
      <dc:creator>${escaped(item.author)}</dc:creator>
      <description>${escaped(item.description)}</description>
    </item>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${escaped(feed.title)}</title>
    <link>${escaped(feed.url)}</link>
    <description>${escaped(feed.description)}</description>
    <language>ru</language>
${newest ? `    <lastBuildDate>${newest.published_at.toUTCString()}</lastBuildDate>\n` : ''}    <atom:link href="${escaped(feed.feed_url)}" rel="self" type="application/rss+xml"/>
${items.join('')}  </channel>
</rss>
`;
}

function escaped(text: string): string {
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}
