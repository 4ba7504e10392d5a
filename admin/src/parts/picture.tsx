import { imageUrl } from '#shared/image-url.ts';

/** A small picture of a product; nothing tells it twice, its name stands beside. */
export function Picture({ image }: { image: string | null }) {
  if (!image) return <span className="pic" />;
  return (
    <img
      className="pic"
      src={imageUrl(image, { width: 64, height: 64 })}
      alt=""
      width={32}
      height={32}
      loading="lazy"
    />
  );
}
