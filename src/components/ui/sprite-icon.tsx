import { symbolId } from '@/lib/sprite';

interface SpriteIconProps {
  /** Symbol of `public/icons.svg`. */
  name: string;
  className?: string;
}

/**
 * An icon of the sprite, for menus and selectable icons: they are many and cost no script this way. The few icons of
 * every control come from lucide-react.
 */
export function SpriteIcon({ name, className }: SpriteIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <use href={`#${symbolId(name)}`} />
    </svg>
  );
}
