import { SpriteIcon } from '@/components/ui/sprite-icon';
import { networks } from '@/contract/settings/social-links/networks';

/** Selectable icons by stored name. Label: `form:icons.<name>`. */
export const iconNames: readonly string[] = [
  'tag',
  'star',
  'heart',
  'sparkles',
  'percent',
  'flame',
  'zap',
  'gift',
  'crown',
  'gem',
  'leaf',
  'flower',
  'sun',
  'snowflake',
  'shopping-bag',
  'truck',
  'shirt',
  'footprints',
  'watch',
  'home',
  'sofa',
  'utensils',
  'cup',
  'cake',
  'baby',
  'book',
  'music',
  'palette',
  'camera',
  'laptop',
  'smartphone',
  'gamepad',
  'dumbbell',
  'car',
  'wrench',
  'scissors',
  'brush',
  'clock',
  'package',
  'paw',
];

/** Other clients of this dialect write `VkIcon`. */
const otherNames: Record<string, string> = { odnoklassniki: 'ok', twitter: 'x' };

/** A stored icon or the logo of a network; unknown names of other servers are shown as a tag. */
export function StoredIcon({ name, className = 'size-4.5' }: { name: string; className?: string }) {
  const plain = name.replace(/Icon$/, '').toLowerCase();
  const network = otherNames[plain] ?? plain;
  const symbol = networks.some((known) => known === network) ? `network-${network}` : 'tag';
  return <SpriteIcon name={iconNames.includes(name) ? name : symbol} className={className} />;
}
