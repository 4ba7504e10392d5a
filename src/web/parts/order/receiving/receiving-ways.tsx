import { Icon } from '#web/ui/icon.tsx';

const ways = [
  { value: 'pickup', icon: 'store', words: 'Самовывоз' },
  { value: 'delivery', icon: 'truck', words: 'Доставка' },
] as const;

type ReceivingWaysProps = { name: string; chosen: string; onChange?: () => void };

/** Pickup or delivery, side by side. */
export function ReceivingWays({ name, chosen, onChange }: ReceivingWaysProps) {
  return (
    <div className="seg">
      {ways.map(({ value, icon, words }) => (
        <label key={value}>
          <input
            type="radio"
            className="cover"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            onChange={onChange}
          />
          <Icon name={icon} />
          {words}
        </label>
      ))}
    </div>
  );
}
