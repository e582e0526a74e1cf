import { SpriteIcon } from '@/components/ui/sprite-icon';

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

/** Social networks, drawn as `network-<name>`; other clients of this dialect write `VkIcon`. */
const networks: readonly string[] = [
  'vk',
  'telegram',
  'ok',
  'rutube',
  'dzen',
  'youtube',
  'whatsapp',
  'instagram',
  'facebook',
  'x',
];
const otherNames: Record<string, string> = { odnoklassniki: 'ok', twitter: 'x' };

/** A stored icon or the logo of a network; unknown names of other servers are shown as a tag. */
export function StoredIcon({ name, className = 'size-4.5' }: { name: string; className?: string }) {
  const plain = name.replace(/Icon$/, '').toLowerCase();
  const network = otherNames[plain] ?? plain;
  const symbol = networks.includes(network) ? `network-${network}` : 'tag';
  return <SpriteIcon name={iconNames.includes(name) ? name : symbol} className={className} />;
}
