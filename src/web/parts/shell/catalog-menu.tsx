import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { catalogUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { loadMenuHtml } from './menu-html.ts';
import { useCloseOutside } from './use-close-outside.ts';

/** A pointer that only passes over the button opens nothing; one that leaves by accident has time to come back. */
const openDelayMs = 200;
const closeDelayMs = 350;
/** On the way to the right column the pointer crosses other roots. */
const paneDelayMs = 90;

/**
 * «Каталог»: a link to /catalog/ that JavaScript turns into the mega-menu — by click, by hover with a delay, by
 * keyboard (arrows between roots, right into the groups, Escape back). Without a menu it stays a link (S8-08).
 */
export function CatalogMenu() {
  const [isOpen, setOpen] = useState(false);
  const [html, setHtml] = useState('');
  const button = useRef<HTMLAnchorElement>(null);
  const panel = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedByHoverAt = useRef(0);
  const navigate = useNavigate();
  const { key } = useLocation();

  const later = (ms: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const open = async (): Promise<boolean> => {
    const loaded = html || (await loadMenuHtml());
    setHtml(loaded);
    setOpen(loaded !== '');
    return loaded !== '';
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(close, [key]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useCloseOutside(isOpen, [panel, button], button, () => setOpen(false));

  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    void loadMenuHtml();
    if (isOpen) return clearTimeout(timer.current);
    later(openDelayMs, () => {
      openedByHoverAt.current = Date.now();
      void open();
    });
  };
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && later(closeDelayMs, () => setOpen(false));
  const toggle = async () => {
    clearTimeout(timer.current);
    // The click of a hand that hovered just before means «open», not «close what has just opened».
    if (isOpen && Date.now() - openedByHoverAt.current > 600) return setOpen(false);
    if (!(await open())) navigate(catalogUrl());
  };
  const openByKey = async () => {
    if (await open()) requestAnimationFrame(() => rootsOf(panel.current)[0]?.focus());
  };

  return (
    <>
      <a
        className="btn btn--primary head__cat"
        href={catalogUrl()}
        ref={button}
        aria-expanded={isOpen}
        aria-controls="catalog-menu"
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={() => void loadMenuHtml()}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          void toggle();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== ' ') return;
          event.preventDefault();
          void (event.key === ' ' ? toggle() : openByKey());
        }}
      >
        <Icon name={isOpen ? 'x' : 'layout-grid'} />
        Каталог
      </a>
      <nav
        id="catalog-menu"
        className="mega"
        aria-label="Каталог товаров"
        data-static="menu"
        hidden={!isOpen}
        ref={panel}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={leave}
        onPointerOver={(event) => {
          const root = rootAt(event.target);
          if (root && event.pointerType === 'mouse') later(paneDelayMs, () => showPane(panel.current, root));
        }}
        onFocus={(event) => {
          const root = rootAt(event.target);
          if (root) showPane(panel.current, root);
        }}
        onKeyDown={(event) => moveFocus(event, panel.current)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own fragment of the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  );
}

function rootsOf(panel: HTMLElement | null): HTMLAnchorElement[] {
  return [...(panel?.querySelectorAll<HTMLAnchorElement>('a[data-root]') ?? [])];
}

function rootAt(target: EventTarget): HTMLAnchorElement | null {
  return (target as Element).closest('a[data-root]');
}

function showPane(panel: HTMLElement | null, root: HTMLAnchorElement): void {
  for (const other of rootsOf(panel)) other.classList.toggle('is-on', other === root);
  for (const pane of panel?.querySelectorAll<HTMLElement>('[data-pane]') ?? []) {
    pane.hidden = pane.dataset.pane !== root.dataset.root;
  }
}

/** Up and down inside a column, right from a root into its groups, left back to the root. */
function moveFocus(event: React.KeyboardEvent, panel: HTMLElement | null): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a');
  if (!link || !panel) return;
  const pane = link.closest<HTMLElement>('[data-pane]');
  const column = pane ? [...pane.querySelectorAll('a')] : rootsOf(panel);
  const to = neighbour(event.key, column, column.indexOf(link), pane, panel);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function neighbour(key: string, column: HTMLAnchorElement[], at: number, pane: HTMLElement | null, panel: HTMLElement) {
  if (key === 'ArrowDown') return column[(at + 1) % column.length];
  if (key === 'ArrowUp') return column[(at - 1 + column.length) % column.length];
  if (key === 'Home') return column[0];
  if (key === 'End') return column.at(-1);
  if (key === 'ArrowRight' && !pane) return panel.querySelector<HTMLAnchorElement>('[data-pane]:not([hidden]) a');
  if (key === 'ArrowLeft' && pane) return panel.querySelector<HTMLAnchorElement>(`a[data-root="${pane.dataset.pane}"]`);
  return null;
}
