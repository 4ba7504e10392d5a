import { ExternalLink, Keyboard, LogOut, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { lowerFirst } from '#shared/lower-first.ts';
import { useSession } from '../session/session.ts';
import { BranchSelector } from './branch-selector.tsx';
import { DraftsLink } from './drafts-link.tsx';
import { NoticeButtons } from './notices.tsx';

type Props = { openSearch: () => void; openKeys: () => void; menuButton: ReactNode };

/** Above every page: the branch, the search, the shop itself, the person. */
export function TopBar({ openSearch, openKeys, menuButton }: Props) {
  return (
    <header className="bar">
      {menuButton}
      <BranchSelector />
      <button type="button" className="find" onClick={openSearch}>
        <Search size={16} aria-hidden="true" />
        <span>Заказ, покупатель, ИНН, товар, экран…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="bar-end">
        <DraftsLink />
        <NoticeButtons />
        <ShopLink />
        <PersonMenu openKeys={openKeys} />
      </div>
    </header>
  );
}

/** The shop as buyers see it, of the chosen branch. */
function ShopLink() {
  const { me } = useSession();
  const [search] = useSearchParams();
  const domain = me.branches.find(({ id_1c: id }) => id === search.get('branch'))?.domain;
  const { protocol, host } = window.location;
  return (
    <a
      className="icon-button"
      href={domain ? `${protocol}//${domain}.${host}/` : '/'}
      target="_blank"
      rel="noreferrer"
      aria-label="Открыть магазин в новой вкладке"
      title="Открыть магазин"
    >
      <ExternalLink size={18} aria-hidden="true" />
    </a>
  );
}

function PersonMenu({ openKeys }: { openKeys: () => void }) {
  const { me, leave } = useSession();
  const id = useId();
  const { full_name: name, email } = me.person;
  const shown = name || email || '';
  return (
    <div className="person">
      <button type="button" className="person-button" popoverTarget={id}>
        <span className="hidden-words">Меню сотрудника:</span>
        <b aria-hidden="true">{initialsOf(shown)}</b>
        <span className="person-words">
          <span>{shown}</span>
          <span className="soft">{lowerFirst(me.role_words[0] ?? '')}</span>
        </span>
      </button>
      <div id={id} popover="auto" className="popover person-menu">
        <p className="person-about">
          <b>{shown}</b>
          {email ? <span className="soft">{email}</span> : null}
          <span className="soft">{me.role_words.join(', ')}</span>
        </p>
        <button type="button" popoverTarget={id} popoverTargetAction="hide" onClick={openKeys}>
          <Keyboard size={16} aria-hidden="true" />
          Клавиши
        </button>
        <button type="button" onClick={() => void leave()}>
          <LogOut size={16} aria-hidden="true" />
          Выйти
        </button>
      </div>
    </div>
  );
}

/** 'Мария Отделова' → 'МО'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
