import type { LucideIcon } from 'lucide-react';

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** Address that the item opens; without it `onSelect` is called. */
  href?: string;
  /** Language of the address, for links to the same page in another language. */
  locale?: string;
  onSelect?: () => void;
  /** Current one of a choice, drawn with a tick. */
  isChecked?: boolean;
  isDanger?: boolean;
  /** Draws a line above. */
  isSeparated?: boolean;
}
