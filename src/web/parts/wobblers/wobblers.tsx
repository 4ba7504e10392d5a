import './wobblers.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Wobbler } from '#modules/content/wobblers.ts';
import { busyPages } from '#web/parts/request/busy-pages.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { keepClear } from './keep-clear.ts';
import { quietPages } from './quiet-pages.ts';
import { readWobblers, rememberShowed, wasShowed } from './read-wobblers.ts';

/**
 * S2-44, S4-17: the first banner that this visitor has not put away and that leads elsewhere; the next one comes when
 * it is put away. None beside the results of a search.
 */
export function Wobblers() {
  const { branch, site_code } = useShell();
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState<Wobbler[]>([]);
  useEffect(() => {
    let isWanted = true;
    readWobblers(site_code, branch.id_1c).then((all) => {
      if (isWanted) setShown(all.filter(({ id }) => !wasShowed(id)));
    });
    return () => {
      isWanted = false;
    };
  }, [site_code, branch.id_1c]);

  const putAway = (id: number) => {
    rememberShowed(id);
    setShown((all) => all.filter((one) => one.id !== id));
  };
  if (busyPages.test(pathname) || quietPages.test(pathname) || new URLSearchParams(search).has('q')) return null;
  const first = shown.find(({ action_link }) => action_link.split(/[?#]/)[0] !== pathname);
  return first ? <Banner key={first.id} wobbler={first} onPutAway={() => putAway(first.id)} /> : null;
}

/** S2-44: top, bottom, right, otherwise left. */
function placeOf({ position }: Wobbler): 'top' | 'bottom' | 'right' | 'left' {
  return position === 'top' || position === 'bottom' || position === 'right' ? position : 'left';
}

function Banner({ wobbler, onPutAway }: { wobbler: Wobbler; onPutAway: () => void }) {
  const box = useRef<HTMLElement>(null);
  const [isLarge, setLarge] = useState(false);
  // Before it is painted: a banner that is raised above the bars afterwards would be seen to jump.
  useLayoutEffect(() => (box.current ? keepClear(box.current) : undefined), []);
  const place = placeOf(wobbler);
  const isAside = place === 'right' || place === 'left';
  return (
    <>
      <section
        ref={box}
        className={`wobbler wobbler--${place}${isAside ? ' wobbler--side' : ''}`}
        aria-label="Предложение магазина"
        data-wobbler={wobbler.id}
      >
        <button type="button" className="wobbler__close" aria-label="Закрыть предложение" onClick={onPutAway}>
          <Icon name="x" size="s" />
        </button>
        {wobbler.background_image ? (
          <button
            type="button"
            className="wobbler__pic"
            aria-label="Увеличить картинку предложения"
            aria-haspopup="dialog"
            onClick={() => setLarge(true)}
          >
            <Picture path={wobbler.background_image} preset="contain" width={96} height={96} alt="" />
          </button>
        ) : null}
        <div className="wobbler__words">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the call, by an allow-list */}
          <div data-static="wobbler" dangerouslySetInnerHTML={{ __html: wobbler.text }} />
          <Go wobbler={wobbler} onClick={() => wobbler.filter_is_show_once && onPutAway()} />
          {wobbler.advertising ? <p className="wobbler__mark">{wobbler.advertising}</p> : null}
        </div>
      </section>
      {wobbler.background_image ? (
        <Popup
          id={`wobbler-${wobbler.id}`}
          className="dlg wobbler__large"
          label="Предложение магазина"
          isOpen={isLarge}
          onClose={() => setLarge(false)}
          href={wobbler.action_link}
        >
          <Picture path={wobbler.background_image} preset="contain" width={480} height={480} alt="" />
          <span className="link">{wobbler.button_text ?? 'Подробнее'}</span>
          <span className="sr"> (в новом окне)</span>
          {wobbler.advertising ? <span className="wobbler__mark">{wobbler.advertising}</span> : null}
        </Popup>
      ) : null}
    </>
  );
}

/**
 * Links inside the text are opened by `useStaticLinks`; this one leaves the document with its banner, so it opens
 * itself.
 */
function Go({ wobbler, onClick }: { wobbler: Wobbler; onClick: () => void }) {
  const words = wobbler.button_text ?? 'Подробнее';
  return wobbler.action_link.startsWith('/') ? (
    <Link className="wobbler__go" to={wobbler.action_link} onClick={onClick}>
      {words}
    </Link>
  ) : (
    <a className="wobbler__go" href={wobbler.action_link} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      {words}
    </a>
  );
}
