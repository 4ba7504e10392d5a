import { imagePreset } from '#shared/constants.ts';
import { type ImageFit, imageUrl, listedSide } from '#shared/image-url.ts';

type PictureProps = {
  /** Stored path, e.g. `products/mix-suhona-30.webp`. */
  path: string;
  preset?: ImageFit;
  /** CSS size of the box in pixels; the picture is asked for at densities 1 and 2. */
  width: number;
  height: number;
  alt: string;
  className?: string;
  /** The first picture a visitor sees: loaded at once and ahead of the rest. */
  priority?: boolean;
};

/**
 * A stored picture through the resizing proxy (S9-09: webp, quality 70, densities 1 and 2), sized so that nothing
 * shifts.
 */
export function Picture({ path, preset = 'cover', width, height, alt, className, priority = false }: PictureProps) {
  const at = (factor: number) =>
    imageUrl(path, { width: listedSide(width * factor), height: listedSide(height * factor), fit: preset });
  const [low, high] = imagePreset.densities;
  const src = at(low);
  return (
    <img
      src={src}
      srcSet={`${src} ${low}x, ${at(high)} ${high}x`}
      width={width}
      height={height}
      alt={alt}
      className={className}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
    />
  );
}
