import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';

/** Link from a list to the create form; `n` does the same (design §7). */
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
