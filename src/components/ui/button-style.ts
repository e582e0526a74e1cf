export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'normal';

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A picture without words: the button is square and must carry `aria-label`. */
  isSquare?: boolean;
}

const base =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-60';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-on hover:not-disabled:brightness-95 active:not-disabled:brightness-90',
  secondary:
    'border border-line bg-surface text-ink hover:not-disabled:bg-sunken active:not-disabled:bg-line-faint',
  ghost: 'text-ink-second hover:not-disabled:bg-line-faint hover:not-disabled:text-ink',
  danger: 'bg-bad text-bad-on hover:not-disabled:brightness-95 active:not-disabled:brightness-90',
};

/**
 * Classes of everything that looks like a button: 34 px high, 40 under a finger (rules/panel: a finger hits every
 * control).
 */
export function buttonClass({
  variant = 'secondary',
  size = 'normal',
  isSquare = false,
}: ButtonLook): string {
  const height =
    size === 'small' ? 'h-7.5 text-small pointer-coarse:h-10' : 'h-8.5 text-body pointer-coarse:h-10';
  const square = size === 'small' ? 'w-7.5 pointer-coarse:w-10' : 'w-8.5 pointer-coarse:w-10';
  const padding = size === 'small' ? 'px-2.5' : 'px-3.5';
  return `${base} ${variants[variant]} ${height} ${isSquare ? square : padding}`;
}
