import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from './button-style';
import { FloatingButton } from './floating/floating-button';

interface PopoverProps {
  content: ReactNode;
  /** Accessible name, needed when the content is only an icon. */
  label?: string;
  variant?: ButtonVariant;
  isSquare?: boolean;
  /** Replaces the classes of the button. */
  className?: string;
  id?: string;
  describedBy?: string;
  children: (close: () => void) => ReactNode;
}

/** A button with a floating panel that closes on Escape, on a click outside, and when focus leaves. */
export function Popover({
  content,
  label,
  variant,
  isSquare,
  className,
  id,
  describedBy,
  children,
}: PopoverProps) {
  const button = {
    id,
    'aria-label': label,
    title: isSquare ? label : undefined,
    'aria-describedby': describedBy,
    className: className ?? buttonClass({ variant, isSquare }),
    children: content,
  };
  return (
    <FloatingButton button={button}>
      {({ OpenPopover }) => <OpenPopover button={button}>{children}</OpenPopover>}
    </FloatingButton>
  );
}
