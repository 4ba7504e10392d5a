import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isPlainClick } from '#web/ui/plain-click.ts';

/** Plain links inside static HTML open without a document load, as React Router's own links do. */
export function useStaticLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('[data-static] a[href]');
      if (!link || !isOwnClick(event, link)) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

function isOwnClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const staysHere = link.origin === window.location.origin && !link.target && !link.hasAttribute('download');
  const isFragment = link.getAttribute('href')?.startsWith('#') ?? false;
  return isPlainClick(event) && staysHere && !isFragment && !event.defaultPrevented;
}
