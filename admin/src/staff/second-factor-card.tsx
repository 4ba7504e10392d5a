import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import type { SecondFactor } from './staff-types.ts';

type Props = { name: string; factor: SecondFactor; onDone: () => void };

/** The code to scan, which no page shows again: its window closes by the button alone. */
export function SecondFactorCard({ name, factor, onDone }: Props) {
  const [isScanned, setScanned] = useState(false);
  const secret = new URL(factor.otpauth_url).searchParams.get('secret') ?? '';
  return (
    <div className="factor">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(factor.qr_svg)}`}
        alt="QR-код для приложения одноразовых паролей"
        width={220}
        height={220}
      />
      <div className="form">
        <p className="factor-name">{name}: код для входа</p>
        <p>
          <b>Этот код показывается один раз.</b> Пусть сотрудник откроет приложение для одноразовых паролей и наведёт
          камеру. Без него войти в управление нельзя.
        </p>
        <p className="small">
          Если камеры нет, введите ключ вручную: <code className="factor-key">{secret.replace(/(.{4})/g, '$1 ')}</code>
        </p>
        <label className="check">
          <input type="checkbox" checked={isScanned} onChange={({ target }) => setScanned(target.checked)} />
          Код сохранён в приложении
        </label>
        <div className="form-actions">
          <Button kind="primary" disabled={!isScanned} onClick={onDone}>
            Готово
          </Button>
        </div>
      </div>
    </div>
  );
}
