import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCloseOutside } from './use-close-outside.ts';

type DropLinkProps = {
  id: string;
  text: string;
  links: [string, string][];
  /** Where it leads without JavaScript; a link with no target (`#`) if not given. */
  href?: string;
  className?: string;
};

/**
 * A link that opens a small panel of links. Without JavaScript the panel shows while the pointer or the focus is inside
 * (CSS), so its links can always be reached.
 */
export function DropLink({ id, text, links, href = '#', className = '' }: DropLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the panel
  useEffect(() => setOpen(false), [key]);
  useCloseOutside(isOpen, [box], opener, () => setOpen(false));
  return (
    <div className={`drop${isOpen ? ' is-open' : ''} ${className}`.trim()} ref={box}>
      <a
        href={href}
        ref={opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        {text}
        <Icon name="chevron-down" size="s" />
      </a>
      <div className="drop__panel" id={id}>
        {links.map(([name, url]) => (
          <Link key={url} to={url}>
            {name}
          </Link>
        ))}
      </div>
    </div>
  );
}
