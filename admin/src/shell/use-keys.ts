import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from '../parts/page-link.tsx';
import { useSections } from './use-sections.ts';

const togetherMs = 1_500;

/**
 * Keys of every page: Ctrl K, `?`, `/`, `J` into the list, `G` and a letter. By the place of the key, so that they work
 * with Russian letters on; not while something is typed.
 */
export function useKeys(open: (what: 'search' | 'keys') => void): void {
  const navigate = useNavigate();
  const address = useAddress();
  const sections = useSections();
  const wentAt = useRef(0);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault();
        open('search');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = Date.now() - wentAt.current < togetherMs;
      wentAt.current = event.code === 'KeyG' ? Date.now() : 0;
      const section = isSecond
        ? sections.find(({ key_letter: letter }) => letter && event.code === `Key${letter}`)
        : undefined;
      if (section) void navigate(address(section.path));
      else if (event.key === '?' || (event.shiftKey && event.code === 'Slash')) open('keys');
      else if (event.code === 'Slash') focus('[data-list-filter]');
      else if (event.code === 'KeyJ' && !(event.target as Element).closest?.('[data-rows]')) focus('[data-rows] tr');
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, navigate, address, sections]);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
