import './entrance-picture.css';
import { Picture } from '#web/ui/picture.tsx';
import { fullSize } from './picture-sizes.ts';
import { useZoom } from './use-zoom.ts';

/** The entrance of a point, as wide as its place allows; without JavaScript a link to the whole picture. */
export function EntrancePicture({ path, address }: { path: string; address: string }) {
  const zoom = useZoom();
  const alt = `Вход, ${address}`;
  return (
    <>
      <a className="pic entrance" href={fullSize(path)} onPointerDown={zoom.prepare} onClick={zoom.open}>
        <Picture path={path} width={360} height={200} alt={alt} />
        <span className="sr">Увеличить</span>
      </a>
      {zoom.Opened ? (
        <zoom.Opened images={[path]} name={alt} index={0} onIndex={() => {}} onClose={zoom.close} />
      ) : null}
    </>
  );
}
