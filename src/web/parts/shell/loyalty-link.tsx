import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { useCloseOutside } from './use-close-outside.ts';

/**
 * S2-27: a link with no target (`#`) that opens a small panel. Without JavaScript the panel shows while the pointer or
 * the focus is inside (CSS), so its links can always be reached.
 */
export function LoyaltyLink({ links }: { links: [string, string][] }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the panel
  useEffect(() => setOpen(false), [key]);
  useCloseOutside(isOpen, [box], opener, () => setOpen(false));
  return (
    <div className={isOpen ? 'drop is-open' : 'drop'} ref={box}>
      {/* biome-ignore lint/a11y/useValidAnchor: the requirement names the target `#` */}
      <a
        href="#"
        ref={opener}
        aria-expanded={isOpen}
        aria-controls="loyalty"
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        Программа лояльности
        <Icon name="chevron-down" size="s" />
      </a>
      <div className="drop__panel" id="loyalty">
        {links.map(([text, url]) => (
          <Link key={url} to={url}>
            {text}
          </Link>
        ))}
      </div>
    </div>
  );
}
