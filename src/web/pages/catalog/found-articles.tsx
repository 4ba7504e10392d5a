import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { FoundArticle } from './read-search.server.ts';

/** Articles about what was asked for. */
export function Articles({ articles }: { articles: FoundArticle[] }) {
  if (articles.length === 0) return null;
  return (
    <section className="block">
      <h2>Статьи по теме</h2>
      <ul className="found-articles">
        {articles.map(({ title, url, reading_minutes }) => (
          <li key={url}>
            <Icon name="book-open" size="s" />
            <Link className="link" to={url}>
              {title}
            </Link>
            <span className="soft small">{reading_minutes} мин</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
