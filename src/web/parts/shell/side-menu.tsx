import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { catalogUrl, categoryUrl, compareUrl, favoritesUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { useCabinetButton } from './cabinet-button.ts';
import { useCounters } from './header-counters.tsx';
import { HeaderItem } from './header-item.tsx';
import { useMenuHtml } from './menu-html.ts';
import { useSharedVisibility } from './shared-visibility.ts';
import { StaticHtml } from './static-html.tsx';
import { takeFragment } from './use-hash-popup.ts';

/**
 * S2-33, S2-34: the slide-out menu and, inside it, the sidebar of categories; both open and close in all tabs at once.
 */
export function SideMenu() {
  const { logo } = useShell();
  const [isOpen, setOpen] = useSharedVisibility('menu');
  const [isSidebar, setSidebar] = useSharedVisibility('sidebar');
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const html = useMenuHtml(isOpen);

  useEffect(() => {
    // Pressed before this code was there: the header has noted it, or before any script the link led to the fragment.
    const pressed = document.querySelector<HTMLElement>('a[href="#side-menu"][data-pressed]');
    if (pressed || takeFragment('side-menu')) setOpen(true);
    pressed?.removeAttribute('data-pressed');
  }, [setOpen]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>(
        'a[href="#side-menu"], a[data-opens="categories"]',
      );
      if (!link) return;
      if (link.dataset.opens && !html) return; // no menu came: the link opens the catalogue
      event.preventDefault();
      event.stopPropagation();
      if (link.dataset.opens) setSidebar(true);
      else setOpen(true);
    };
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [html, setOpen, setSidebar]);
  useEffect(() => {
    if (key === firstKey) return;
    setOpen(false);
    setSidebar(false);
  }, [key, firstKey, setOpen, setSidebar]);

  useEffect(() => {
    const block = isOpen && document.querySelector<HTMLElement>('#side-menu [data-points]');
    if (block) import('./point-choice.ts').then(({ followPoints }) => followPoints(block));
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    setSidebar(false);
  };
  return (
    <Popup id="side-menu" className="side" label="Меню" isOpen={isOpen} onClose={close}>
      <img className="side__logo" {...logo} alt="" />
      <div hidden={isSidebar}>
        <Own onGo={close} />
        <Roots />
        <StaticHtml part="side" />
      </div>
      {isSidebar && html && (
        <div className="side__cats">
          <button type="button" className="s" onClick={() => setSidebar(false)}>
            <Icon name="arrow-left" />
            Каталог
          </button>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own fragment of the server */}
          <div data-static="menu" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      )}
    </Popup>
  );
}

/** What is the visitor's own, with its numbers, one press away. */
function Own({ onGo }: { onGo: () => void }) {
  const { favourites, compare } = useCounters();
  const cabinet = useCabinetButton();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicks of the links inside
    <nav className="side__own" aria-label="Моё" onClick={onGo}>
      <HeaderItem icon="heart" text="Избранное" to={favoritesUrl()} count={favourites} />
      <HeaderItem icon="scale" text="Сравнение" to={compareUrl()} count={compare} />
      <HeaderItem {...cabinet} />
    </nav>
  );
}

/** The branch's categories, first level; «Каталог» opens the others. */
function Roots() {
  const { categories } = useShell();
  return (
    <nav aria-label="Категории">
      <a className="s" href={catalogUrl()} data-opens="categories">
        <Icon name="layout-grid" />
        Каталог
        <Icon name="chevron-right" />
      </a>
      <div className="side__roots">
        {categories.map(({ code, name }) => (
          <Link key={code} to={categoryUrl(code)}>
            {name}
          </Link>
        ))}
      </div>
    </nav>
  );
}
