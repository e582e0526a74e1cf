import type { ReactNode } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';

/** Link from a list to the create form; `n` does the same. */
export function CreateLink({ href, text }: { href: string; text: string }) {
  return (
    <LinkButton
      href={href}
      variant="primary"
      icon={<SpriteIcon name="plus" className="size-4" />}
      aria-keyshortcuts="n"
    >
      {text}
    </LinkButton>
  );
}

/** On phones the main action floats over the page, and the footer leaves room for it. */
export function FloatingAction({ children }: { children: ReactNode }) {
  // An empty place would move its neighbour off the edge.
  if (!children) return null;
  return (
    <span
      data-floating=""
      className="phone:fixed phone:end-4 phone:bottom-4 phone:z-30 phone:rounded-control phone:shadow-floating"
    >
      {children}
    </span>
  );
}
