import sprite from './icons.svg?url';

type IconProps = { name: string; size?: 's' | 'm' | 'l'; filled?: boolean };

/**
 * A symbol of the sprite `icons.svg` (lucide outlines): no script weight, one cached file. Decorative; say the meaning
 * in words.
 */
export function Icon({ name, size = 'm', filled = false }: IconProps) {
  const sizes = { s: ' i--s', m: '', l: ' i--l' };
  return (
    <svg className={`i${sizes[size]}${filled ? ' i--fill' : ''}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
