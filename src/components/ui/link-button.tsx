import type { ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-style';
import { Link, type LinkProps } from './link';

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  children?: ReactNode;
}

/** A link that looks like a button. Without children it is square: give it `aria-label` then. */
export function LinkButton({ variant, size, icon, className = '', children, ...rest }: LinkButtonProps) {
  const isSquare = children === undefined || children === null;
  return (
    <Link
      {...rest}
      title={rest.title ?? (isSquare ? rest['aria-label'] : undefined)}
      className={`${buttonClass({ variant, size, isSquare })} ${className}`}
    >
      {icon}
      {children}
    </Link>
  );
}
