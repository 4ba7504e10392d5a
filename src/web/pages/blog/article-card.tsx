import { unbroken } from '#shared/unbroken.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';

export type ListedArticle = {
  id: number;
  url: string;
  title: string;
  lead: string;
  topic: string;
  picture: string | null;
  published: string;
  /** For the time element. */
  published_at: string;
  minutes: number;
};

type CardProps = { article: ListedArticle; heading: 'h2' | 'h3'; priority?: boolean };

/** An article in lists: the picture, the topic, what it is about; the whole card is its link. */
export function ArticleCard({ article, heading: Heading, priority = false }: CardProps) {
  const side = useShell().device === 'mobile' ? 96 : 400;
  return (
    <article className="post">
      <span className="post__pic">
        {article.picture ? (
          <Picture path={article.picture} preset="contain" width={side} height={side} alt="" priority={priority} />
        ) : null}
      </span>
      <p className="small soft">
        {article.topic} · {article.minutes} мин
      </p>
      <Heading className="post__title">
        <Link to={article.url}>{unbroken(article.title)}</Link>
      </Heading>
      <p className="post__lead">{unbroken(article.lead)}</p>
      <p className="small soft num">
        <time dateTime={article.published_at}>{article.published}</time>
      </p>
    </article>
  );
}
