import type { OwnLogo } from '#web/parts/request/own-logo.ts';
import drawing from '../../images/logo.svg?url';

type Props = { logo: OwnLogo | undefined; width: number; height: number; alt?: string; className?: string };

/** The owner's logo, or the drawing; both in the same place, so that nothing moves. `alt`: of the drawing. */
export function Logo({ logo, width, height, alt = '', className = '' }: Props) {
  return logo ? (
    <img className={`${className} own-logo`} src={logo.src} alt={logo.name} width={width} height={height} />
  ) : (
    <img className={className || undefined} src={drawing} alt={alt} width={width} height={height} />
  );
}

/** What a link with the logo is called. */
export function homeLabel(logo: OwnLogo | undefined): string {
  return `${logo?.name ?? 'ИДД'}, на главную`;
}
