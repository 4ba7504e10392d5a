import './goods-pictures.css';
import { Picture } from '#web/ui/picture.tsx';

/** So many stand in one line of the narrowest phone. */
export const mostPictures = 5;

/**
 * What an order or a list holds, at a glance: up to `mostPictures` different pictures, stored paths, and how many goods
 * `more` there are.
 */
export function GoodsPictures({ images, more = 0 }: { images: string[]; more?: number }) {
  return (
    <span className="goodspics">
      {images.map((image) => (
        <span className="pic" key={image}>
          <Picture path={image} width={56} height={56} alt="" />
        </span>
      ))}
      {more > 0 ? <span className="goodspics__more small soft num">+{more}</span> : null}
    </span>
  );
}
