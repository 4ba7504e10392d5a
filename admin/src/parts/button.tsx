import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary`: one on a page. `danger`: takes something away. `text`: looks like a link. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'text';
  size?: 'usual' | 'small';
  icon?: ReactNode;
  /** Its work is being done: it cannot be pressed again. */
  isBusy?: boolean;
};

export function Button({
  kind = 'plain',
  size = 'usual',
  icon,
  isBusy = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={`btn btn-${kind}${size === 'small' ? ' btn-small' : ''} ${className}`.trim()}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {icon}
      {children}
    </button>
  );
}
