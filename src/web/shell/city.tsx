import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { answerCity, asksCity, autoAcceptMs, type CityAnswer, cityCookie } from './city-state.ts';
import { StaticHtml } from './static-html.tsx';
import { useHashPopup } from './use-hash-popup.ts';
import { useShell } from './use-shell.ts';

type City = { isAsking: boolean; answer: (answer: CityAnswer) => void };

const CityContext = createContext<City>({ isAsking: false, answer: () => {} });

/** The question, the popup and what they remember. The question comes after load: the page itself is the same for all. */
export function CityProvider({ children }: { children: ReactNode }) {
  const { branch, device, cookie_domain } = useShell();
  const [isOpen, setOpen] = useHashPopup('city-dialog');
  const [isAsking, setAsking] = useState(false);

  const answer = (given: CityAnswer) => {
    const { cookies, opens_popup } = answerCity(given, branch.id_1c, device);
    for (const [name, value] of Object.entries(cookies)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
      document.cookie = cityCookie(name, value, cookie_domain, window.location.protocol === 'https:');
    }
    setAsking(false);
    if (opens_popup) setOpen(true);
  };
  const latestAnswer = useRef(answer);
  latestAnswer.current = answer;

  useEffect(() => setAsking(asksCity(document.cookie, navigator.userAgent)), []);
  useEffect(() => {
    const wait = autoAcceptMs(device);
    if (!isAsking || wait === null) return;
    const timer = setTimeout(() => latestAnswer.current({ kind: 'waited' }), wait);
    return () => clearTimeout(timer);
  }, [isAsking, device]);

  return (
    <CityContext value={{ isAsking, answer }}>
      {children}
      <CityPopup
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChoose={(id_1c) => answer({ kind: 'chose', id_1c })}
      />
    </CityContext>
  );
}

/** S2-37: asks politely; the focus stays where it was. */
export function CityQuestion() {
  const { branch } = useShell();
  const { isAsking, answer } = useContext(CityContext);
  return (
    <div className="city__ask" aria-live="polite">
      {isAsking && (
        <div className="tip">
          <p className="city__name">Ваш город — {branch.city}?</p>
          <p className="small soft">От города зависят цены и остатки</p>
          <div className="row">
            <button type="button" className="btn btn--primary" onClick={() => answer({ kind: 'yes' })}>
              Да
            </button>
            <button type="button" className="btn btn--line" onClick={() => answer({ kind: 'no' })}>
              Нет
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

export function useIsAskingCity(): boolean {
  return useContext(CityContext).isAsking;
}

type CityPopupProps = { isOpen: boolean; onClose: () => void; onChoose: (id_1c: string) => void };

/** S2-35, S2-39: the list is static HTML; here its addresses follow the page and the filter hides rows. */
function CityPopup({ isOpen, onClose, onChoose }: CityPopupProps) {
  const { branch } = useShell();
  const { pathname, search } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState('');
  const [found, setFound] = useState(1);

  useEffect(() => {
    for (const link of citiesIn(list.current)) {
      link.href = new URL(link.href, window.location.href).origin + pathname + search;
    }
  }, [pathname, search]);
  useEffect(() => {
    if (!isOpen) return;
    setFilter('');
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  useEffect(() => {
    const wanted = folded(filter);
    let count = 0;
    for (const link of citiesIn(list.current)) {
      const isShown = folded(link.textContent ?? '').includes(wanted);
      link.parentElement!.hidden = !isShown;
      if (isShown) count++;
    }
    setFound(count);
  }, [filter]);

  const choose = (event: React.MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-city]');
    if (!link) return;
    onChoose(link.dataset.city!);
    if (link.dataset.city !== branch.id_1c) return;
    event.preventDefault();
    onClose();
  };

  return (
    <Popup id="city-dialog" className="dlg dlg--city" isOpen={isOpen} onClose={onClose} labelledBy="city-title">
      <h2 id="city-title">Выберите ближайший к Вам магазин</h2>
      <p className="soft city__hint">Если Вы из другого региона, то укажите город Вологда</p>
      {isOpen && (
        <label className="input city__filter">
          <Icon name="search" />
          <input
            type="search"
            placeholder="Найти город"
            aria-label="Найти город"
            autoComplete="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: clicks of the links inside */}
      <div ref={list} onClick={choose}>
        <StaticHtml part="cities" />
      </div>
      <p className="soft city__none" role="status">
        {found === 0 && 'Такого города нет. Доставка в другие регионы — через город Вологда.'}
      </p>
    </Popup>
  );
}

function citiesIn(list: HTMLElement | null): Iterable<HTMLAnchorElement> {
  return list?.querySelectorAll<HTMLAnchorElement>('a[data-city]') ?? [];
}

function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е');
}
