import { blogFeed } from '#modules/blog/feed.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/feed-route.ts';

/** RSS of the branch's articles, on its own host. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const xml = await blogFeed(db, requestContext.department, requestContext.origin, shownAt(requestContext));
  return new Response(xml, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
