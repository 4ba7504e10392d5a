import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Notification } from 'react-admin';
import { useLocation } from 'react-router';
import { KeysDialog } from './keys-dialog.tsx';
import { MenuSheet, MenuSide } from './menu.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeys } from './use-keys.ts';

export type Opened = 'search' | 'keys' | 'menu' | null;

/** What stands around every page: the menu, the bar above, windows that any page may open. */
export function Shell({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window belongs to the page it was opened on
  useEffect(close, [pathname, close]);
  useKeys(setOpened);
  return (
    <div className="app">
      <a className="skip" href="#content">
        Перейти к содержанию
      </a>
      <MenuSide />
      <TopBar
        openSearch={() => setOpened('search')}
        openKeys={() => setOpened('keys')}
        menuButton={
          <button type="button" className="icon-button menu-button" aria-label="Меню" onClick={() => setOpened('menu')}>
            <MenuIcon size={18} aria-hidden="true" />
          </button>
        }
      />
      {children}
      {opened === 'search' ? <SearchDialog onClose={close} /> : null}
      {opened === 'keys' ? <KeysDialog onClose={close} /> : null}
      {opened === 'menu' ? <MenuSheet onClose={close} /> : null}
      <Notification />
    </div>
  );
}
