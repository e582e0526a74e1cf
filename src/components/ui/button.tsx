import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-style';
import { Spinner } from './spinner';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and disables the button. */
  isLoading?: boolean;
  icon?: ReactNode;
}

/** The only button of the product. Without children it is square: give it `aria-label` then. */
export function Button({
  variant,
  size,
  isLoading = false,
  icon,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const isSquare = children === undefined || children === null;
  return (
    <button
      type="button"
      {...rest}
      disabled={isLoading || rest.disabled}
      aria-busy={isLoading || undefined}
      title={rest.title ?? (isSquare ? rest['aria-label'] : undefined)}
      className={`${buttonClass({ variant, size, isSquare })} ${className}`}
    >
      {isLoading ? <Spinner /> : icon}
      {children}
    </button>
  );
}
