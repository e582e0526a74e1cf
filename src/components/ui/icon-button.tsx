import type { ComponentProps } from 'react';
import { SpriteIcon } from './sprite-icon';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
  /** Symbol of `public/icons.svg`. */
  icon: string;
  /** Accessible name, shown as the tooltip too. */
  label: string;
  tone?: 'plain' | 'danger';
}

/** A square icon button: always named, 34 px high and 40 px on touch screens. */
export function IconButton({ icon, label, tone = 'plain', className = '', ...rest }: IconButtonProps) {
  const hover = tone === 'danger' ? 'hover:bg-bad-soft hover:text-bad' : 'hover:bg-sunken hover:text-ink';
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-8.5 shrink-0 items-center justify-center rounded-control text-ink-second transition-colors pointer-coarse:size-10 ${hover} disabled:opacity-50 ${className}`}
      {...rest}
    >
      <SpriteIcon name={icon} className="size-4.5" />
    </button>
  );
}
