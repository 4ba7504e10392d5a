import './cookie-note.css';
import { privacyUrl } from '#shared/urls.ts';
import type { Consent } from './consent.ts';

/**
 * A small note that blocks nothing, with two equal buttons. It stands at the end of the document, outside what React
 * draws; the first place of the tab order after the page's own.
 */
export function showCookieNote(choose: (consent: Consent) => void): void {
  const note = document.createElement('section');
  note.className = 'cookie-note';
  note.setAttribute('aria-label', 'Cookie и счётчик посещений');
  const words = document.createElement('p');
  const link = document.createElement('a');
  link.className = 'link';
  link.href = privacyUrl();
  link.textContent = 'Подробнее';
  words.append('Разрешите считать посещения Яндекс Метрикой? Магазин работает и без этого. ', link);
  note.append(
    words,
    buttons((consent) => {
      note.remove();
      choose(consent);
    }),
  );
  document.body.append(note);
}

/** The same choice on the page of the privacy policy, where it can be changed at any time. */
export function showChoice(consent: Consent | null, choose: (consent: Consent) => void): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'panel cookie-choice';
  panel.id = 'counter';
  const heading = document.createElement('h2');
  heading.className = 'h3';
  heading.textContent = 'Счётчик посещений';
  const state = document.createElement('p');
  state.setAttribute('role', 'status');
  const say = (now: Consent | null) => {
    state.textContent =
      now === 'yes'
        ? 'Сейчас вы разрешили Яндекс Метрике считать ваши посещения.'
        : 'Сейчас ваши посещения не считаются.';
  };
  say(consent);
  panel.append(
    heading,
    state,
    buttons((chosen) => {
      choose(chosen);
      say(chosen);
    }),
  );
  return panel;
}

function buttons(choose: (consent: Consent) => void): HTMLElement {
  const row = document.createElement('div');
  row.className = 'cookie-note__buttons';
  for (const [consent, words] of [
    ['yes', 'Разрешить'],
    ['no', 'Не разрешать'],
  ] as const) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn--quiet btn--sm';
    button.textContent = words;
    button.addEventListener('click', () => choose(consent));
    row.append(button);
  }
  return row;
}
