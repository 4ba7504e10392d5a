import { findAnswers } from '#modules/content/find-answers.ts';
import { isTicketTheme, type TicketTheme } from '#modules/support/schema.ts';
import { takeLimit } from '#platform/limits.ts';
import { storableText } from '#shared/clean-text.ts';
import { writtenPageUrl } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** `found`: pages that may answer; `is_over`: so much was asked that nothing was looked for. */
export type FoundAnswers = { found: { url: string; title: string; excerpt: string }[]; is_over: boolean };

/** So many questions of one asker in so long: each is looked for in every written page. */
const questions = { max: 30, windowSeconds: 600 } as const;

/** Written pages that speak of a theme. */
const pagesOfTheme: Partial<Record<TicketTheme, string[]>> = {
  order: ['order-help'],
  payment: ['pay'],
  delivery: ['delivery'],
  return: ['returns'],
  documents: ['business-card', 'professionalam'],
};

/**
 * `?text=…&find=1` asks for written answers before a request is written, with `theme=` while it is; null: nobody asks.
 */
export async function readAnswers(
  { db, log, requestContext: { account, address } }: Shop,
  query: URLSearchParams,
): Promise<FoundAnswers | null> {
  if (!query.has('find')) return null;
  const asker = account?.user_id ?? address;
  const wait = await takeLimit(db, 'written answers', asker, questions.max, questions.windowSeconds);
  if (wait > 0) return { found: [], is_over: true };
  const theme = query.get('theme') ?? '';
  const slugs = isTicketTheme(theme) ? (pagesOfTheme[theme] ?? []) : [];
  try {
    const answers = await findAnswers(db, storableText(query.get('text') ?? ''), slugs);
    const found = answers.map(({ slug, title, excerpt }) => ({ url: writtenPageUrl(slug), title, excerpt }));
    return { found, is_over: false };
  } catch (error) {
    log.error({ err: error }, 'written answers could not be looked for');
    return { found: [], is_over: false };
  }
}
