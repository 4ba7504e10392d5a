/** A symbol of the shop's sprite, which `public` links to. */
export function Icon({ name, size = 'm' }: { name: string; size?: 's' | 'm' | 'l' }) {
  const sizes = { s: ' i--s', m: '', l: ' i--l' };
  return (
    <svg className={`i${sizes[size]}`} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
