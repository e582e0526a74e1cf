import { Link, type LinkProps } from './link';

interface TextLinkProps extends Omit<LinkProps, 'href'> {
  href: string | undefined;
}

/** A link in the colour of its text; the text alone without an address, as for a page that the reader may not open. */
export function TextLink({ href, className = '', children, ...rest }: TextLinkProps) {
  if (href === undefined) return children;
  return (
    <Link
      {...rest}
      href={href}
      className={`relative touch-target rounded-badge hover:text-accent-ink hover:underline ${className}`}
    >
      {children}
    </Link>
  );
}
