import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { useBranchName, useMayWriteIn } from '../parts/branch-choice.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { MenuLinkRow } from './content-types.ts';

type Props = {
  title: string;
  links: MenuLinkRow[];
  /** Every link of the menu, whose order is sent whole. */
  all: MenuLinkRow[];
  mayChange: boolean;
  onEdit: (link: MenuLinkRow) => void;
  onRemoved: (link: MenuLinkRow) => void;
  onMoved: () => void;
};

/** Links of one column of a menu in their order. */
export function MenuColumn({ title, links, all, mayChange, onEdit, onRemoved, onMoved }: Props) {
  const [going, setGoing] = useState<MenuLinkRow | null>(null);
  const order = useVerb(onMoved);
  const remove = useVerb(() => {
    if (going) onRemoved(going);
  });
  const mayWriteIn = useMayWriteIn();

  function move(at: number, step: -1 | 1) {
    const [one, other] = [links[at], links[at + step]];
    if (!one || !other) return;
    const ids = all.map(({ id }) => (id === one.id ? other.id : id === other.id ? one.id : id));
    order.run('/api/admin/menu-links/order', { ids });
  }

  return (
    <div className="menu-column">
      {title ? <h3>{title}</h3> : null}
      <ul>
        {links.map((link, at) => {
          const isOwn = mayChange && mayWriteIn(link.department_id_1c);
          return (
            <li key={link.id}>
              <span className="menu-link">
                {isOwn ? (
                  <button type="button" className="link-button strong" onClick={() => onEdit(link)}>
                    {link.name}
                  </button>
                ) : (
                  <b>{link.name}</b>
                )}
                <span className="soft small">{link.url}</span>
                <LinkTags link={link} />
              </span>
              {isOwn ? (
                <span className="text-block-head">
                  <button
                    type="button"
                    aria-label={`Выше: ${link.name}`}
                    disabled={at === 0 || order.isBusy}
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp size={14} aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    aria-label={`Ниже: ${link.name}`}
                    disabled={at === links.length - 1 || order.isBusy}
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown size={14} aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    aria-label={`Убрать: ${link.name}`}
                    disabled={remove.isBusy}
                    onClick={() => {
                      setGoing(link);
                      remove.run(`/api/admin/menu-links/${link.id}`, undefined, 'DELETE');
                    }}
                  >
                    <Trash2 size={14} aria-hidden="true" />
                  </button>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Problem words={order.fields.ids ?? order.problem ?? remove.problem} />
    </div>
  );
}

function LinkTags({ link }: { link: MenuLinkRow }) {
  const { department_id_1c: branch, starts_at: from, ends_at: to, is_draft: isDraft } = link;
  const nameOf = useBranchName();
  const now = new Date().toISOString();
  const isOver = to !== null && to <= now;
  const isComing = from !== null && from > now;
  const days = [from && `с ${formatDate(from)}`, to && `до ${formatDate(to)}`].filter(Boolean).join(' ');
  return (
    <>
      {isDraft ? <Tag tone="warn">черновик</Tag> : null}
      {branch ? <Tag tone="outline">{nameOf(branch)}</Tag> : null}
      {days ? (
        <Tag tone={isOver ? 'plain' : isComing ? 'info' : 'good'}>{isOver ? `кончилась, ${days}` : days}</Tag>
      ) : null}
    </>
  );
}
